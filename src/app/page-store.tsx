import type { ReactNode } from 'react';
import { localeOfPath } from '../../machines/model/locale.ts';
import {
  type ContentPageName,
  isContentPage,
  type PageMatch,
  type PageName,
  type PageNeeds,
} from '../../machines/model/pages.ts';
import { ErrorPage } from '../features/error/error-page.tsx';
import type { PageText } from '../i18n/page-text.ts';
import type { ProductWords } from '../i18n/product-words.tsx';
import { fillWords, type LoadPageText } from './page-texts.ts';

type Shown = PageMatch & {
  /** without query and fragment */
  path: string;
  text: PageText | null;
};
type Render = (shown: Shown) => ReactNode;
type Kind = 'home' | 'record' | 'result' | 'account' | 'content' | 'not-found' | 'error';

/* Each page is a separate chunk, but the error page must be there when a chunk is not. */
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
    return () => <ResultPage />;
  },
  account: async () => {
    const { AccountPage } = await import('../features/account/account-page.tsx');
    return () => <AccountPage />;
  },
  content: async () => {
    const { ContentWithForm } = await import('./content-with-form.tsx');
    return ({ text, name }) =>
      text && <ContentWithForm page={text} name={name as ContentPageName} />;
  },
  'not-found': async () => {
    const { NotFoundPage } = await import('../features/not-found/not-found-page.tsx');
    return ({ path }) => <NotFoundPage path={path} />;
  },
};

const kindOf = (name: PageName): Kind => (isContentPage(name) ? 'content' : name);

/** Code and text of pages, loaded once and kept. */
export type PageStore = {
  /** Loads the code and the text of a page. */
  prepare: (wanted: PageNeeds) => Promise<void>;
  /** The text of a content page; null for other pages and while it is not loaded. */
  textOf: (wanted: PageNeeds) => PageText | null;
  /** Null while the page is not prepared. */
  render: (page: PageMatch & { path: string }) => ReactNode;
};

export function createPageStore(words: ProductWords, loadPageText: LoadPageText): PageStore {
  const renders = new Map<Kind, Render>([['error', () => <ErrorPage />]]);
  const texts = new Map<string, PageText>();
  const keyOf = ({ name, locale }: PageNeeds) => `${locale}/${name}`;
  const textOf = (wanted: PageNeeds) => texts.get(keyOf(wanted)) ?? null;

  async function prepareRender(kind: Kind) {
    if (kind !== 'error' && !renders.has(kind)) renders.set(kind, await loaders[kind]());
  }

  async function prepareText({ name, locale }: PageNeeds) {
    const key = keyOf({ name, locale });
    if (!isContentPage(name) || texts.has(key)) return;
    texts.set(key, fillWords(await loadPageText(locale, name), words));
  }

  return {
    prepare: async (wanted) => {
      await Promise.all([prepareRender(kindOf(wanted.name)), prepareText(wanted)]);
    },
    textOf,
    render: ({ name, recordId, path }) => {
      const text = textOf({ name, locale: localeOfPath(path) });
      const bare = path.replace(/[?#].*$/, '');
      return renders.get(kindOf(name))?.({ name, recordId, path: bare, text }) ?? null;
    },
  };
}
