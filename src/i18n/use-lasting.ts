import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type { Duration } from '../../machines/model/duration.ts';
import { lastingText } from '../../machines/model/lasting.ts';

/** Returns a formatter for durations, see `lastingText`. */
export function useLasting(): (duration: Duration) => string | null {
  const intl = useIntl();
  return useCallback((duration) => lastingText(duration, intl), [intl]);
}
