import type { ReactNode } from 'react';
import { localeOfPath } from '../../machines/model/locale.ts';
import {
  isContentPage,
  type PageMatch,
  type PageName,
  type PageNeeds,
} from '../../machines/model/pages.ts';
import { ErrorPage } from '../features/error/error-page.tsx';
import type { PageText } from '../i18n/page-text.ts';
import type { ProductWords } from '../i18n/product-words.tsx';
import { fillWords } from './fill-words.ts';
import type { LoadPageText } from './page-texts.ts';

type Shown = PageMatch & {
  /** path of the page without query and fragment */
  path: string;
  text: PageText | null;
};
type Render = (shown: Shown) => ReactNode;
type FormPage = 'contact-us' | 'manage-membership-plan' | 'pricing' | 'unsubscribe';
type RenderForm = (text: PageText) => ReactNode;
type Kind = 'home' | 'record' | 'result' | 'account' | 'content' | FormPage | 'not-found' | 'error';

/* Load the forms of content pages. The forms are added here, because features must not import
 * each other. */
const formLoaders: Record<FormPage, () => Promise<RenderForm>> = {
  'contact-us': async () => {
    const { ContactForm } = await import('../features/contact/contact-form.tsx');
    return () => <ContactForm />;
  },
  'manage-membership-plan': async () => {
    const { PlanPanel } = await import('../features/subscription/plan-panel.tsx');
    return () => <PlanPanel />;
  },
  pricing: async () => {
    const { PricingPanel } = await import('../features/pricing/pricing-panel.tsx');
    return ({ pricing }) => <PricingPanel pricing={pricing} />;
  },
  unsubscribe: async () => {
    const { UnsubscribeForm } = await import('../features/unsubscribe/unsubscribe-form.tsx');
    return () => <UnsubscribeForm />;
  },
};

const contentLoader =
  (loadForm: (() => Promise<RenderForm>) | null = null) =>
  async (): Promise<Render> => {
    const [{ ContentPage }, form] = await Promise.all([
      import('../features/content/content-page.tsx'),
      loadForm?.(),
    ]);
    return ({ text, name }) => text && <ContentPage page={text} name={name} form={form?.(text)} />;
  };

/* Load the code of each page, which is a separate chunk. The error page is not a separate chunk,
 * because it must work if a chunk is missing. */
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
  content: contentLoader(),
  'contact-us': contentLoader(formLoaders['contact-us']),
  'manage-membership-plan': contentLoader(formLoaders['manage-membership-plan']),
  pricing: contentLoader(formLoaders.pricing),
  unsubscribe: contentLoader(formLoaders.unsubscribe),
  'not-found': async () => {
    const { NotFoundPage } = await import('../features/not-found/not-found-page.tsx');
    return ({ path }) => <NotFoundPage path={path} />;
  },
};

const hasForm = (name: PageName): name is FormPage => Object.hasOwn(formLoaders, name);

function kindOf(name: PageName): Kind {
  if (hasForm(name)) return name;
  return isContentPage(name) ? 'content' : name;
}

export type PageStore = {
  prepare: (wanted: PageNeeds) => Promise<void>;
  /**
   * Returns the text of a content page, or null until the text is loaded. Also returns null for
   * pages that are not content pages.
   */
  textOf: (wanted: PageNeeds) => PageText | null;
  /** Returns the page's element, or null until the page's code is loaded. */
  render: (page: PageMatch & { path: string }) => ReactNode;
};

/** @param errorId id of the failure if the server sent the error page */
export function createPageStore(
  words: ProductWords,
  loadPageText: LoadPageText,
  errorId: string | null = null,
): PageStore {
  const renders = new Map<Kind, Render>([['error', () => <ErrorPage errorId={errorId} />]]);
  const texts = new Map<string, PageText>();
  const keyOf = ({ name, locale }: PageNeeds) => `${locale}/${name}`;
  const textOf = (wanted: PageNeeds) => texts.get(keyOf(wanted)) ?? null;

  async function prepareRender(kind: Kind) {
    if (kind !== 'error' && !renders.has(kind)) renders.set(kind, await loaders[kind]());
  }

  async function prepareText({ name, locale, country }: PageNeeds) {
    const key = keyOf({ name, locale });
    if (!isContentPage(name) || (texts.has(key) && !country)) return;
    const text = await loadPageText(locale, name, country);
    // the prices of an earlier country, in any language
    if (country) texts.clear();
    texts.set(key, fillWords(text, words));
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
