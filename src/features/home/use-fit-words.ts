import { useMemo } from 'react';
import type { FitObstacle, Price } from '../../../machines/model/function-fit.ts';
import { formatName } from '../../i18n/format-names.ts';
import { renewalTime } from '../../i18n/renewal-time.ts';
import { type Translate, useText } from '../../i18n/text.tsx';
import { useFormats } from '../../i18n/use-formats.ts';

type Formats = Pick<ReturnType<typeof useFormats>, 'bytes' | 'list'>;
type Values = Parameters<Translate>[1];

/** Returns megapixels with one decimal. */
export const megapixels = (pixels: number) => Math.round(pixels / 100_000) / 10;

function valuesOf(obstacle: FitObstacle, { bytes, list }: Formats): Values {
  switch (obstacle.reason) {
    case 'unsupportedFormat':
      return { formats: list(obstacle.formats.map(formatName)) };
    case 'tooSmall':
      return { limit: obstacle.minSide };
    case 'tooManyPixels':
      return { megapixels: megapixels(obstacle.pixels), limit: megapixels(obstacle.maxPixels) };
    case 'tooManyPixelsOfFormat':
      return {
        format: formatName(obstacle.format),
        megapixels: megapixels(obstacle.pixels),
        limit: megapixels(obstacle.maxPixels),
      };
    case 'tooManyBytes':
      return { size: bytes(obstacle.bytes), limit: bytes(obstacle.maxBytes) };
    case 'aboveAllowance':
      return { price: obstacle.price.credits, limit: obstacle.limit };
    case 'notEnoughCredits':
      return { price: obstacle.price.credits, left: obstacle.left, missing: obstacle.missing };
    case 'notEnoughLeft':
      return {
        price: obstacle.price.credits,
        left: obstacle.left,
        ...renewalTime(obstacle.resetsAt),
      };
    default:
      return {};
  }
}

const short = {
  unsupportedFormat: 'fit.format',
  tooSmall: 'fit.small',
  tooManyPixels: 'fit.pixels',
  tooManyPixelsOfFormat: 'fit.formatPixels',
  tooManyBytes: 'fit.bytes',
  resultTooLarge: 'fit.result',
  tooSlow: 'fit.slow',
  aboveAllowance: 'fit.aboveAllowance',
  notEnoughLeft: 'fit.notEnoughLeft',
  notEnoughCredits: 'fit.notEnoughCredits',
} as const;

const long = {
  unsupportedFormat: 'obstacle.format',
  tooSmall: 'obstacle.small',
  tooManyPixels: 'obstacle.pixels',
  tooManyPixelsOfFormat: 'obstacle.formatPixels',
  tooManyBytes: 'obstacle.bytes',
  resultTooLarge: 'obstacle.result',
  tooSlow: 'obstacle.slow',
  aboveAllowance: 'obstacle.aboveAllowance',
  notEnoughLeft: 'obstacle.notEnoughLeft',
  notEnoughCredits: 'obstacle.notEnoughCredits',
} as const;

/**
 * Returns functions that format a price, and the reason why a function cannot start: as a short
 * line for the function's card, and as a full text.
 */
export function useFitWords() {
  const t = useText();
  const { bytes, list } = useFormats();
  return useMemo(
    () => ({
      price: ({ credits, per }: Price) =>
        t(per === 'run' ? 'price.credits' : 'price.perMegapixel', { count: credits }),
      line: (obstacle: FitObstacle) =>
        t(short[obstacle.reason], valuesOf(obstacle, { bytes, list })),
      inFull: (obstacle: FitObstacle) =>
        t(long[obstacle.reason], valuesOf(obstacle, { bytes, list })),
    }),
    [t, bytes, list],
  );
}
