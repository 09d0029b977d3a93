import Bowser from 'bowser';

/** Longer values do not come from browsers. */
const maxLength = 400;

/**
 * Browser and system for the list of sessions, for example `Firefox, Windows`; empty if unknown.
 */
export function deviceOf(userAgent: string | undefined): string {
  if (!userAgent || userAgent.length > maxLength) return '';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(', ').slice(0, 80);
}
