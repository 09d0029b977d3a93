import type { ReactNode } from 'react';
import { localisePath } from '../../../machines/model/locale.ts';
import { Text } from '../../i18n/text.tsx';
import { useChart } from '../../machine-react/use-chart.ts';

/**
 * Shows a link to a page of this site. The link opens in a new tab, so that the typed text and the
 * requested code are not lost.
 */
function Document({ path, children }: { path: string; children: ReactNode }) {
  const locale = useChart('app', (snapshot) => snapshot.context.locale);
  return (
    <a href={localisePath(path, locale)} target="_blank" rel="noopener">
      {children}
    </a>
  );
}

export const TermsLine = () => (
  <p className="sign-in-terms">
    <Text
      id="signIn.terms"
      values={{
        terms: (chunks) => <Document path="/user-agreement">{chunks}</Document>,
        privacy: (chunks) => <Document path="/privacy-policy">{chunks}</Document>,
      }}
    />
  </p>
);
