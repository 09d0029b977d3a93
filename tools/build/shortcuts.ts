import type { Locale } from '../../machines/model/locale.ts';
import type { PageName } from '../../machines/model/pages.ts';
import { readMessages } from './compile-messages.ts';

/** Pages in the menu of the installed app, with the messages that name them in the header. */
const shortcuts: Partial<Record<PageName, string>> = {
  record: 'nav.records',
  pricing: 'nav.pricing',
};

/** Returns the name of the page in that menu, or null if the menu lacks the page. */
export function shortcutOf(name: PageName, locale: Locale): string | null {
  const id = shortcuts[name];
  return id === undefined ? null : (readMessages(locale)[id] ?? null);
}
