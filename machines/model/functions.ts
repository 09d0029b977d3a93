import type * as entrance from '../../contract/entrance.ts';
import type * as wire from '../../contract/functions.ts';
import type { DeepReadonly } from './deep-readonly.ts';

export type { PreviewInput } from '../../contract/functions.ts';

type WireLimits = wire.OfferedFunction['limits'];

/** Limits of an uploaded photo. Formats are text, because a photo may have one that is not on the wire. */
export type Limits = Omit<WireLimits, 'formats' | 'maxPixelsByFormat' | keyof ResultLimits> & {
  formats: readonly string[];
  maxPixelsByFormat?: Readonly<Partial<Record<string, number>>>;
};

/** Limits of a result. */
export type ResultLimits = Pick<WireLimits, 'maxResultSide' | 'maxResultPixels'>;

/** An option that a visitor may set before the start. */
export type FunctionOption = DeepReadonly<wire.FunctionOption>;

export type OptionValues = DeepReadonly<wire.OptionValues>;

export type OptionValue = OptionValues[string];

/** One function as returned by GET /v1/entrance/setup. */
export type OfferedFunction = DeepReadonly<Omit<wire.OfferedFunction, 'limits'>> & {
  limits: Limits & ResultLimits;
};

/** Texts by locale. Only operator models bring them; the texts of our functions are in `locales/`. */
export type LocalWords = NonNullable<OfferedFunction['names']>;

export type Setup = DeepReadonly<Omit<entrance.Setup, 'functions'>> & {
  /** in display order */
  functions: readonly OfferedFunction[];
};

/** 0 unknown or free, 1 per run, 2 per started megapixel of input (R45). */
export type FunctionCredits = Setup['functionCredits'][string];
