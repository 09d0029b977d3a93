import type * as entrance from '../../contract/entrance.ts';
import type * as wire from '../../contract/functions.ts';
import type { DeepReadonly } from './deep-readonly.ts';

export type { PreviewInput } from '../../contract/functions.ts';

type WireLimits = wire.OfferedFunction['limits'];

/**
 * Limits of an uploaded photo. The formats have the type `string`, because a photo may have a
 * format that the contract does not list.
 */
export type Limits = Omit<WireLimits, 'formats' | 'maxPixelsByFormat' | keyof ResultLimits> & {
  formats: readonly string[];
  maxPixelsByFormat?: Readonly<Partial<Record<string, number>>>;
};

export type ResultLimits = Pick<WireLimits, 'maxResultSide' | 'maxResultPixels'>;

/** An option that a visitor may set before the start. */
export type FunctionOption = DeepReadonly<wire.FunctionOption>;

export type OptionValues = DeepReadonly<wire.OptionValues>;

export type OptionValue = OptionValues[string];

/** A function as returned by GET /v1/entrance/setup. */
export type OfferedFunction = DeepReadonly<Omit<wire.OfferedFunction, 'limits'>> & {
  limits: Limits & ResultLimits;
};

/**
 * Texts of a function by locale. Only functions added by an operator have these texts. The texts of
 * built-in functions are in `locales/`.
 */
export type LocalWords = NonNullable<OfferedFunction['names']>;

export type Setup = DeepReadonly<Omit<entrance.Setup, 'functions'>> & {
  /** in display order */
  functions: readonly OfferedFunction[];
};

/**
 * The price of a function. Unit 0 means unknown or free, unit 1 is a price per run, and unit 2 is a
 * price per started megapixel of the input (R45).
 */
export type FunctionCredits = Setup['functionCredits'][string];
