import type { FunctionOption, OptionValues } from './functions.ts';

/* Values of a choice that are the visitor's own. Every page loads this file. */

export type OwnColour = `#${string}`;

/** Key of an uploaded picture. */
export type PictureKey = `uploads/${string}`;

/** The value of a choice for a picture that is not uploaded yet. */
export const pictureToCome = 'picture';

/** Longest side of the uploaded copy, in pixels. More detail would rarely be visible. */
export const mostPictureSide = 4096;

/** True for a colour such as `#3366ff`, with lower-case digits. */
export const isColour = (value: unknown): value is OwnColour =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value);

export const isPictureKey = (value: unknown): value is PictureKey =>
  typeof value === 'string' && /^uploads\/[A-Za-z0-9_.-]{1,180}$/.test(value);

export const isPicture = (value: unknown): value is PictureKey | typeof pictureToCome =>
  value === pictureToCome || isPictureKey(value);

type WithOptions = { options: readonly FunctionOption[] };

export const takesPicture = (option: FunctionOption): boolean =>
  option.kind === 'choice' && option.own?.includes('picture') === true;

/**
 * Replaces the visitor's own picture in the values of a function's options. `isMeant` decides which
 * values are replaced.
 */
export const withPicture = <Chosen extends { offered: WithOptions; options: OptionValues }>(
  chosen: Chosen,
  isMeant: (value: unknown) => boolean,
  next: string,
): Chosen => {
  const { offered, options } = chosen;
  const meant = offered.options.filter((one) => takesPicture(one) && isMeant(options[one.name]));
  const pictures = Object.fromEntries(meant.map(({ name }) => [name, next]));
  return { ...chosen, options: { ...options, ...pictures } };
};

/** Returns the key of the visitor's own picture among the values of options, or null. */
export const pictureOf = (values: OptionValues): PictureKey | null =>
  Object.values(values).find(isPictureKey) ?? null;

/** Returns the keys of the uploaded pictures by the name of their option. */
export const picturesIn = (
  { options }: WithOptions,
  values: OptionValues,
): Record<string, PictureKey> =>
  Object.fromEntries(
    options.filter(takesPicture).flatMap(({ name }) => {
      const value = values[name];
      return isPictureKey(value) ? [[name, value]] : [];
    }),
  );

/** True if the visitor wants a picture of their own, and none is uploaded. */
export const lacksPicture = ({ options }: WithOptions, values: OptionValues): boolean =>
  options.some((option) => takesPicture(option) && values[option.name] === pictureToCome);
