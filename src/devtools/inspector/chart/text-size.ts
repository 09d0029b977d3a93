/** Widths are estimated, so that a layout is the same with every font and needs no browser. */
const monoWidth = 6.65;
const titleWidth = 7.4;

export const rowHeight = 17;
export const titleHeight = 24;

export const widthOfRow = (text: string) => text.length * monoWidth;
export const widthOfTitle = (text: string) => text.length * titleWidth;

export const shorten = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;
