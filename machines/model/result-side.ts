/**
 * The longest side of a result that is not scaled down, in pixels. It is the limit of the JPEG
 * format.
 */
export const wholeSide = 65_500;

/** Name of the option that limits the longest side of a result. */
export const sideOption = 'side';

/**
 * Longest sides that people commonly need, in pixels. The value for A4 assumes 300 dots per inch.
 */
export const commonSides = { fullHd: 1920, a4: 3508, uhd: 3840 } as const;

export type CommonSide = keyof typeof commonSides;
