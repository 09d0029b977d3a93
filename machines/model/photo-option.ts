import type { FunctionOption, OptionValue } from './functions.ts';

/* Rules for options whose values describe places in one photo. Every page loads this file. */

/**
 * True if the option's value describes places in one photo, so that the value cannot be used for
 * another photo.
 */
export const isAboutPhoto = ({ kind }: FunctionOption): boolean =>
  kind === 'regions' || kind === 'strokes';

/** Returns the number of regions or strokes in a valid value of such an option. */
export const countParts = (value: OptionValue): number =>
  value === '' ? 0 : String(value).split(' ').length;
