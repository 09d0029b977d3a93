import type { ReactNode } from 'react';
import { DebugConsoleHost } from '../features/debug-console/debug-console-host.tsx';
import { ErrorPage } from '../features/error/error-page.tsx';
import { Layout } from '../features/shell/layout.tsx';
import { type ProductWords, ProductWordsContext } from '../i18n/product-words.tsx';
import { ActorSystemProvider, type ChartSystem } from '../machine-react/chart-system.tsx';
import { useChart } from '../machine-react/use-chart.ts';
import { CurrentPage } from './current-page.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { LanguageProvider } from './language-provider.tsx';
import type { OpenedPage } from './opened-page.ts';
import type { PageStore } from './page-store.tsx';

type Props = {
  system: ChartSystem;
  words: ProductWords;
  pages: PageStore;
  opened: OpenedPage;
};

/** A page that cannot be shown leaves the way to the others open. */
function PageBoundary({ children }: { children: ReactNode }) {
  const path = useChart('app', ({ context }) => context.path);
  return (
    <ErrorBoundary fallback={<ErrorPage />} place={path}>
      {children}
    </ErrorBoundary>
  );
}

/** The whole page, the same while prerendering and in the browser. */
export function App({ system, words, pages, opened }: Props) {
  return (
    <ActorSystemProvider system={system}>
      <ProductWordsContext value={words}>
        <LanguageProvider>
          <ErrorBoundary fallback={<ErrorPage />}>
            <Layout>
              <PageBoundary>
                <CurrentPage pages={pages} opened={opened} />
              </PageBoundary>
            </Layout>
            <ErrorBoundary fallback={null}>
              <DebugConsoleHost />
            </ErrorBoundary>
          </ErrorBoundary>
        </LanguageProvider>
      </ProductWordsContext>
    </ActorSystemProvider>
  );
}
