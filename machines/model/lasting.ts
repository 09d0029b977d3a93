import { type Duration, durationUnit } from './duration.ts';

type Formats = {
  locale: string;
  formatNumber(value: number, style: { style: 'unit'; unit: string; unitDisplay: 'long' }): string;
};

/**
 * Returns the text for a duration with its number, even if it is 1, as in "1 month". Returns null
 * for an unknown unit.
 */
export function lastingText({ duration, durationUnit: code }: Duration, intl: Formats) {
  const unit = durationUnit(code);
  if (!unit) return null;
  const text = intl.formatNumber(duration, { style: 'unit', unit, unitDisplay: 'long' });
  // Intl writes “12 か月”, but Japanese has no space there.
  return intl.locale === 'ja' ? text.replace(/(?<=\d)\s/u, '') : text;
}
