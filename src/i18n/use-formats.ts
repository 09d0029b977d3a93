import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useText } from './text.tsx';

type RangeMs = { low: number; high: number };
type Kind = 'seconds' | 'minutes';

/** Number of seconds from which a duration is shown in minutes. */
const countInMinutesFrom = 100;

/**
 * Rounds a range to whole units so that it becomes wider and never narrower. For example, 200 s
 * becomes 3 to 4 minutes.
 */
const widened = ({ low, high }: RangeMs): { kind: Kind; low: number; high: number } => {
  const seconds = { low: Math.floor(low / 1000), high: Math.max(1, Math.ceil(high / 1000)) };
  if (seconds.high < countInMinutesFrom) {
    return { kind: 'seconds', low: Math.max(1, seconds.low), high: seconds.high };
  }
  return {
    kind: 'minutes',
    low: Math.max(1, Math.floor(seconds.low / 60)),
    high: Math.ceil(seconds.high / 60),
  };
};

const single = { seconds: 'time.seconds', minutes: 'time.minutes' } as const;
const range = { seconds: 'time.secondsRange', minutes: 'time.minutesRange' } as const;
const singleLeft = { seconds: 'time.secondsLeft', minutes: 'time.minutesLeft' } as const;
const rangeLeft = { seconds: 'time.secondsRangeLeft', minutes: 'time.minutesRangeLeft' } as const;

/** Returns functions that format sizes, durations and queue positions in the current language. */
export function useFormats() {
  const t = useText();
  const intl = useIntl();
  return useMemo(() => {
    const number = (value: number) => intl.formatNumber(value);
    return {
      number,
      percent: (fraction: number) => intl.formatNumber(fraction, { style: 'percent' }),
      pixels: (width: number, height: number) => `${width}\u00a0×\u00a0${height}`,
      bytes: (bytes: number) =>
        bytes < 1_000_000
          ? intl.formatNumber(Math.max(1, Math.round(bytes / 1000)), {
              style: 'unit',
              unit: 'kilobyte',
            })
          : intl.formatNumber(bytes / 1_000_000, {
              style: 'unit',
              unit: 'megabyte',
              maximumFractionDigits: 1,
            }),
      list: (items: readonly string[]) => intl.formatList(items, { type: 'conjunction' }),
      /** formats a date without a time of day, equal in every time zone */
      day: (isoDate: string) => intl.formatDate(isoDate, { dateStyle: 'long', timeZone: 'UTC' }),
      /** formats date and time of day, in the visitor's time zone */
      moment: (instant: string) =>
        intl.formatDate(instant, { dateStyle: 'medium', timeStyle: 'short' }),
      duration: (milliseconds: number) => {
        const { kind, high } = widened({ low: milliseconds, high: milliseconds });
        return t(single[kind], { count: high });
      },
      durationRange: (wanted: RangeMs) => {
        const { kind, low, high } = widened(wanted);
        return low >= high ? t(single[kind], { count: high }) : t(range[kind], { low, high });
      },
      remaining: (wanted: RangeMs) => {
        const { kind, low, high } = widened(wanted);
        return low >= high
          ? t(singleLeft[kind], { count: high })
          : t(rangeLeft[kind], { low, high });
      },
    };
  }, [intl, t]);
}
