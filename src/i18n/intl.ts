import { createIntl as createReactIntl, type IntlShape } from 'react-intl';
import type { Locale } from '../../machines/model/locale.ts';
import type { Messages } from '../../machines/model/message.ts';

type Settings = Parameters<typeof createReactIntl>[0];

/**
 * Formats messages of one language, stored as syntax trees by the build. A missing or malformed
 * message throws, because there is no useful replacement.
 */
export const createIntl = (locale: Locale, messages: Messages): IntlShape =>
  createReactIntl({
    locale,
    messages: messages as NonNullable<Settings['messages']>,
    onError: (error) => {
      throw error;
    },
  });
