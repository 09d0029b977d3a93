import { type ReactNode, useMemo } from 'react';
import {
  createIntl,
  createIntlCache,
  type MessageFormatElement,
  RawIntlProvider,
} from 'react-intl';
import type { Locale } from '../../machines/model/locale.ts';
import type { Messages } from '../../machines/model/message.ts';
import { useChart } from '../machine-react/use-chart.ts';

const cache = createIntlCache();

/** The messages are the syntax trees that the build made; the parser is not in the bundle. */
export function createWords(locale: Locale, messages: Messages | null) {
  const compiled = (messages ?? {}) as Record<string, MessageFormatElement[]>;
  return createIntl({ locale, messages: compiled }, cache);
}

/** Speaks the language that the language chart says is on screen. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const { locale, messages } = useChart('language', ({ context }) => ({
    locale: context.locale,
    messages: context.messages,
  }));
  const intl = useMemo(() => createWords(locale, messages), [locale, messages]);
  return <RawIntlProvider value={intl}>{children}</RawIntlProvider>;
}
