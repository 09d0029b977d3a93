import { createIntl as createReactIntl, type IntlShape } from 'react-intl';
import type { Locale } from '../../machines/model/locale.ts';
import type { Messages } from '../../machines/model/message.ts';

type Settings = Parameters<typeof createReactIntl>[0];

/**
 * Creates the formatter for messages of one language. The build has stored the messages as syntax
 * trees. A missing or malformed message throws, because nothing useful could be shown instead.
 */
export const createIntl = (locale: Locale, messages: Messages): IntlShape =>
  createReactIntl({
    locale,
    messages: messages as NonNullable<Settings['messages']>,
    onError: (error) => {
      throw error;
    },
  });
