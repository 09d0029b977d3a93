import Bowser from 'bowser';

/** More is no browser's. */
const maxLength = 400;

/** What a browser calls itself, for the list of sessions: `Firefox, Windows`; empty when unknown. */
export function deviceOf(userAgent: string | undefined): string {
  if (!userAgent || userAgent.length > maxLength) return '';
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(', ').slice(0, 80);
}
