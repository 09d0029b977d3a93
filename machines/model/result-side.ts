/** The longest side of a result that is not scaled down, pixels. It is JPEG's limit. */
export const wholeSide = 65_500;

/** Name of the option that limits the longest side of a result. */
export const sideOption = 'side';

/** Longest sides that people need, pixels. A4 is printed with 300 dots per inch. */
export const commonSides = { fullHd: 1920, a4: 3508, uhd: 3840 } as const;

export type CommonSide = keyof typeof commonSides;
