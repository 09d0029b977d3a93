import { fileURLToPath } from 'node:url';
import { type Locale, locales } from '../../machines/model/locale.ts';
import { type OfflineWords, offlineMessages } from '../../src/service-worker/offline-page.ts';
import { bundleScript } from './bundle-script.ts';
import { readMessages } from './compile-messages.ts';

const input = fileURLToPath(new URL('../../src/service-worker/service-worker.ts', import.meta.url));

function wordsOf(locale: Locale): OfflineWords {
  const messages = readMessages(locale);
  const entries = Object.entries(offlineMessages).map(([name, id]) => [name, messages[id]]);
  return Object.fromEntries(entries) as OfflineWords;
}

/** Returns the text of the service worker. It contains the words of its page in every language. */
export function buildServiceWorker(): Promise<string> {
  const words = Object.fromEntries(locales.map((locale) => [locale, wordsOf(locale)]));
  return bundleScript(input, { __OFFLINE_WORDS__: JSON.stringify(words) });
}
