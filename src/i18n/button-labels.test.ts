import { expect, it } from 'vitest';
import { locales } from '../../machines/model/locale.ts';

const files = import.meta.glob<Record<string, string>>('../../locales/*/messages.json', {
  import: 'default',
  eager: true,
});

/** The text on each button in a list, and its name, which says what the button is about. */
const names: Record<string, string> = {
  'card.succeeded.open': 'batch.open',
  'card.cancel': 'batch.cancel',
  'failure.retry': 'batch.retry',
  'account.sessions.end': 'account.sessions.endOf',
  'records.continue': 'records.continueWith',
  'orderCheck.note.open': 'plan.order.open',
  'plan.withdraw': 'plan.withdraw.from',
  'openOrders.pay': 'openOrders.pay.label',
  'openOrders.cancel': 'openOrders.cancel.label',
};

// visitors who control the browser by voice say what is on the button (WCAG 2.5.3)
it.each(locales)('the name of a button contains its text in %s', (locale) => {
  const words = files[`../../locales/${locale}/messages.json`] ?? {};
  for (const [text, name] of Object.entries(names)) {
    expect(words[name]?.toLowerCase(), name).toContain(words[text]?.toLowerCase());
  }
});
