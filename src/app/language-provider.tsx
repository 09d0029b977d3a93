import { type ReactNode, useMemo } from 'react';
import { RawIntlProvider } from 'react-intl';
import { createIntl } from '../i18n/intl.ts';
import { useLastContext } from '../machine-react/use-chart.ts';

export function LanguageProvider({ children }: { children: ReactNode }) {
  const { locale, messages } = useLastContext('language', (context) => ({
    locale: context.locale,
    messages: context.messages,
  }));
  const intl = useMemo(() => createIntl(locale, messages), [locale, messages]);
  return <RawIntlProvider value={intl}>{children}</RawIntlProvider>;
}
