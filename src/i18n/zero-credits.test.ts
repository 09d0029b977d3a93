import { createIntl } from '@formatjs/intl';
import { expect, it } from 'vitest';
import { locales } from '../../machines/model/locale.ts';

const files = import.meta.glob<Record<string, string>>('../../locales/*/{messages,mails}.json', {
  import: 'default',
  eager: true,
});

const zero: Record<string, Record<string, number>> = {
  'cancellation.withdraw.credits': { used: 20, granted: 20, left: 0 },
  'account.credits.today': { left: 0, limit: 20 },
  'withdrawn.credits': { credits: 0 },
};

it.each(locales)('says in %s that no credits are left, without the number 0', (locale) => {
  const messages = {
    ...files[`../../locales/${locale}/messages.json`],
    ...files[`../../locales/${locale}/mails.json`],
  };
  const intl = createIntl({ locale, messages });
  for (const [id, values] of Object.entries(zero)) {
    expect(intl.formatMessage({ id }, values)).toMatch(/^(?:(?!\b0\b).)*[.。]$/);
  }
});
