/** Estimated widths: the layout does not depend on fonts and needs no browser. */
const monoWidth = 6.65;
/** For a font of 12.5 px, and of 17 px in pictures with titles only. */
const titleWidth = { full: 7.4, states: 10.4 };

export const rowHeight = 17;
export const titleHeight = 24;

export const widthOfRow = (text: string) => text.length * monoWidth;
export const widthOfTitle = (text: string, detail: 'full' | 'states') =>
  text.length * titleWidth[detail];

export const shorten = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;
