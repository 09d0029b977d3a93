import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { type Duration, durationUnit } from '../../machines/model/duration.ts';

/**
 * Returns a formatter for durations that shows the number even if it is 1, as in "1 month". It
 * returns null for an unknown unit.
 */
export function useLasting(): (duration: Duration) => string | null {
  const intl = useIntl();
  return useCallback(
    ({ duration, durationUnit: code }) => {
      const unit = durationUnit(code);
      if (!unit) return null;
      const text = intl.formatNumber(duration, { style: 'unit', unit, unitDisplay: 'long' });
      // Intl writes “12 か月”, but Japanese has no space there.
      return intl.locale === 'ja' ? text.replace(/(?<=\d)\s/u, '') : text;
    },
    [intl],
  );
}
