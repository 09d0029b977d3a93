import type { ReactNode } from 'react';
import { type Locale, localeOfPath } from '../../machines/model/locale.ts';
import { ErrorPage } from '../features/error/error-page.tsx';
import type { PageText } from '../i18n/page-text.ts';
import type { ProductWords } from '../i18n/product-words.tsx';
import { fillWords, type LoadPageText } from './page-texts.ts';
import { type ContentPageName, isContentPage, matchPage, type PageMatch } from './pages.ts';

type Shown = PageMatch & { path: string; text: PageText | null };
type Render = (shown: Shown) => ReactNode;
type Kind = 'home' | 'record' | 'result' | 'content' | 'not-found' | 'error';

/* Each page is a chunk of its own, but the page for errors must be there when a chunk is not. */
const loaders: Record<Exclude<Kind, 'error'>, () => Promise<Render>> = {
  home: async () => {
    const { HomePage } = await import('../features/home/home-page.tsx');
    return () => <HomePage />;
  },
  record: async () => {
    const { RecordsPage } = await import('../features/records/records-page.tsx');
    return () => <RecordsPage />;
  },
  result: async () => {
    const { ResultPage } = await import('../features/result/result-page.tsx');
    return ({ recordId }) => <ResultPage recordId={recordId} />;
  },
  content: async () => {
    const { ContentPage } = await import('../features/content/content-page.tsx');
    return ({ text, name }) => text && <ContentPage page={text} name={name as ContentPageName} />;
  },
  'not-found': async () => {
    const { NotFoundPage } = await import('../features/not-found/not-found-page.tsx');
    return ({ path }) => <NotFoundPage path={path} />;
  },
};

const kindOf = ({ name }: PageMatch): Kind => (isContentPage(name) ? 'content' : name);

/** What it takes to show a page, loaded once and kept. */
export type PageStore = {
  /** Loads the chunk and the text of the page at that path. */
  prepare: (path: string) => Promise<void>;
  isReady: (path: string) => boolean;
  /** The text of a content page; null for other pages and while it is not loaded. */
  textOf: (path: string) => PageText | null;
  /** `address` is `path`, or '' where it is not known. Null while the page is not ready. */
  render: (match: PageMatch, path: string, address: string) => ReactNode;
};

export function createPageStore(words: ProductWords, loadPageText: LoadPageText): PageStore {
  const renders = new Map<Kind, Render>([['error', () => <ErrorPage />]]);
  const texts = new Map<string, PageText>();
  const textKey = (locale: Locale, name: string) => `${locale}/${name}`;
  const textOf = (path: string) =>
    texts.get(textKey(localeOfPath(path), matchPage(path).name)) ?? null;

  async function prepareRender(kind: Kind) {
    if (kind !== 'error' && !renders.has(kind)) renders.set(kind, await loaders[kind]());
  }

  async function prepareText(path: string) {
    const { name } = matchPage(path);
    const locale = localeOfPath(path);
    const key = textKey(locale, name);
    if (!isContentPage(name) || texts.has(key)) return;
    texts.set(key, fillWords(await loadPageText(locale, name), words));
  }

  return {
    prepare: async (path) => {
      await Promise.all([prepareRender(kindOf(matchPage(path))), prepareText(path)]);
    },
    isReady: (path) => {
      const match = matchPage(path);
      return renders.has(kindOf(match)) && (!isContentPage(match.name) || textOf(path) !== null);
    },
    textOf,
    render: (match, path, address) =>
      renders.get(kindOf(match))?.({ ...match, path: address, text: textOf(path) }) ?? null,
  };
}
