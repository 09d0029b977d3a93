import Bowser from 'bowser';

/** Maximum length of a user agent. Browsers do not send longer values. */
const maxLength = 400;

/**
 * Returns browser and system for the list of sessions, for example `Firefox, Windows`. Returns an
 * empty string if they are unknown.
 */
export function deviceOf(userAgent: string | undefined): string {
  if (!userAgent || userAgent.length > maxLength) return '';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(', ').slice(0, 80);
}
