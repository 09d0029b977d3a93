import type { ReactNode } from 'react';
import { Router } from 'wouter';
import { DebugConsoleHost } from '../features/debug-console/debug-console-host.tsx';
import { Layout } from '../features/shell/layout.tsx';
import { type ProductWords, ProductWordsContext } from '../i18n/product-words.tsx';
import { ActorSystemProvider, type ChartSystem } from '../machine-react/chart-system.tsx';
import { useChart } from '../machine-react/use-chart.ts';
import { useChartLocation } from './chart-location.ts';
import { CurrentDialog } from './current-dialog.tsx';
import { CurrentPage } from './current-page.tsx';
import type { DialogStore } from './dialog-store.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { FatalError } from './fatal-error.tsx';
import { LanguageProvider } from './language-provider.tsx';
import type { PageStore } from './page-store.tsx';

type Props = {
  system: ChartSystem;
  words: ProductWords;
  pages: PageStore;
  dialogs: DialogStore;
};

/** Shows the error page in place of a page that cannot be rendered. The navigation stays usable. */
function PageBoundary({ children }: { children: ReactNode }) {
  const place = useChart('app', ({ context }) => String(context.shown.number));
  return (
    <ErrorBoundary fallback={<FatalError />} place={place}>
      {children}
    </ErrorBoundary>
  );
}

/** Renders the whole page. The result is the same during prerendering and in the browser. */
export function App({ system, words, pages, dialogs }: Props) {
  return (
    <ActorSystemProvider system={system}>
      <ProductWordsContext value={words}>
        <LanguageProvider>
          <ErrorBoundary fallback={<FatalError />}>
            <Router hook={useChartLocation}>
              <Layout dialog={<CurrentDialog dialogs={dialogs} />}>
                <PageBoundary>
                  <CurrentPage pages={pages} />
                </PageBoundary>
              </Layout>
            </Router>
            <ErrorBoundary fallback={null}>
              <DebugConsoleHost />
            </ErrorBoundary>
          </ErrorBoundary>
        </LanguageProvider>
      </ProductWordsContext>
    </ActorSystemProvider>
  );
}
