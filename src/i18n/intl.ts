import { createIntl as createReactIntl, type IntlShape } from 'react-intl';
import type { Locale } from '../../machines/model/locale.ts';
import type { Messages } from '../../machines/model/message.ts';

type Settings = Parameters<typeof createReactIntl>[0];

/**
 * One language, with messages as the syntax trees that the build made. A message that is missing or
 * cannot be formatted throws, because there is no useful text to show instead.
 */
export const createIntl = (locale: Locale, messages: Messages): IntlShape =>
  createReactIntl({
    locale,
    messages: messages as NonNullable<Settings['messages']>,
    onError: (error) => {
      throw error;
    },
  });
