import { type ReactNode, useMemo } from 'react';
import { createIntl, LanguageContext } from '../i18n/intl.tsx';
import { useChart } from '../machine-react/use-chart.ts';

/** Speaks the language that the language chart says is on screen. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const { locale, messages } = useChart('language', ({ context }) => ({
    locale: context.locale,
    messages: context.messages,
  }));
  const intl = useMemo(() => createIntl(locale, messages), [locale, messages]);
  return <LanguageContext value={intl}>{children}</LanguageContext>;
}
