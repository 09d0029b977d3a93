import { createContext, useContext } from 'react';
import { useIntl } from 'react-intl';

/**
 * How long a guest's record is stored, in words by language: `30 days`. The server also inserts
 * these words into the prerendered pages.
 */
export const RetentionContext = createContext<Readonly<Record<string, string>>>({});

/** Returns the retention time in the current language. */
export function useRetention(): string {
  const { locale } = useIntl();
  return useContext(RetentionContext)[locale] ?? '';
}
