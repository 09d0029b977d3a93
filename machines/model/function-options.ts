import type { FunctionOption, OptionValue, OptionValues } from './functions.ts';
import { isColour, isPicture } from './own-value.ts';
import { readRegions } from './regions.ts';
import { countPoints, readStrokes } from './strokes.ts';

/**
 * A tolerance for rounding errors of decimal fractions such as 0.1. It is far below any step of an
 * option.
 */
const rounding = 1e-9;

const isOnStep = (value: number, min: number, step: number): boolean => {
  const steps = (value - min) / step;
  return Math.abs(steps - Math.round(steps)) < rounding;
};

const isOwnValue = ({ own }: Extract<FunctionOption, { kind: 'choice' }>, value: unknown) =>
  (own?.includes('colour') === true && isColour(value)) ||
  (own?.includes('picture') === true && isPicture(value));

export const isOptionValue = (option: FunctionOption, value: unknown): value is OptionValue => {
  switch (option.kind) {
    case 'number':
      return (
        typeof value === 'number' &&
        value >= option.min &&
        value <= option.max &&
        isOnStep(value, option.min, option.step)
      );
    case 'choice':
      return option.choices.some((choice) => choice.value === value) || isOwnValue(option, value);
    case 'switch':
      return typeof value === 'boolean';
    case 'regions':
      return (readRegions(value)?.length ?? Number.POSITIVE_INFINITY) <= option.max;
    case 'strokes': {
      const strokes = readStrokes(value);
      return strokes !== null && countPoints(strokes) <= option.max;
    }
  }
};

type WithOptions = { options: readonly FunctionOption[] };

export const defaultOptions = ({ options }: WithOptions): OptionValues =>
  Object.fromEntries(options.map((option) => [option.name, option.default]));

/** True if the function has this option and allows the value. */
export const isAllowed = ({ options }: WithOptions, name: string, value: unknown): boolean =>
  options.some((option) => option.name === name && isOptionValue(option, value));

/**
 * Returns the first option name that is unknown or has an invalid value, or null if all options are
 * valid.
 */
export const wrongOption = (offered: WithOptions, given: OptionValues): string | null =>
  Object.keys(given).find((name) => !isAllowed(offered, name, given[name])) ?? null;
