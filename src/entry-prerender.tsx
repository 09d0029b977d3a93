import data from 'virtual:first-snapshots';
import { prerender } from 'react-dom/static';
import type { Locale } from '../machines/model/locale.ts';
import type { Messages } from '../machines/model/message.ts';
import { type PageName, prerenderPath, unknownErrorId } from '../machines/model/pages.ts';
import { App } from './app/app.tsx';
import { createDialogStore } from './app/dialog-store.ts';
import { fillWords } from './app/fill-words.ts';
import { type PageHead, pageHead } from './app/page-head.ts';
import { createPageStore } from './app/page-store.tsx';
import { structuredData } from './app/structured-data.ts';
import { createIntl } from './i18n/intl.ts';
import type { PageText } from './i18n/page-text.ts';
import type { ProductWords } from './i18n/product-words.tsx';
import { RetentionContext } from './i18n/retention.ts';
import { createChartSystem } from './machine-react/chart-system.tsx';
import { reviveFirstSnapshots } from './machine-react/first-snapshots.ts';

type PrerenderedPage = {
  html: string;
  head: PageHead;
  /** facts for search engines, or null */
  data: object | null;
  /** texts of the note that is shown if the page's scripts cannot be loaded */
  note: { text: string; reload: string };
};

/** Placeholder, which the server replaces. */
const retention = '%RETENTION%';

const texts = import.meta.glob<PageText>('../locales/*/pages/*.json', { import: 'default' });

async function readPageText(locale: Locale, name: string): Promise<PageText> {
  const load = texts[`../locales/${locale}/pages/${name}.json`];
  if (!load) throw new Error(`locales/${locale}/pages/${name}.json is missing.`);
  return fillWords(await load(), {
    retention,
    companyDetails: '%COMPANY_DETAILS%',
    processors: '%PROCESSORS%',
  });
}

/**
 * Renders a page in one language, as it is before any chart has started.
 * @param words placeholders for the operator's names, which the server replaces
 */
export async function prerenderPage(
  name: PageName,
  locale: Locale,
  messages: Messages,
  words: ProductWords,
): Promise<PrerenderedPage> {
  const path = prerenderPath(name, locale);
  const pages = createPageStore(words, readPageText, unknownErrorId);
  await pages.prepare({ name, locale });
  const first = reviveFirstSnapshots(data, { path, page: name, locale, messages });
  const { prelude } = await prerender(
    <RetentionContext value={{ [locale]: retention }}>
      <App
        system={createChartSystem(first)}
        words={words}
        pages={pages}
        dialogs={createDialogStore()}
      />
    </RetentionContext>,
    {
      onError: (error) => {
        throw error;
      },
    },
  );
  const html = await new Response(prelude).text();
  const intl = createIntl(locale, messages);
  const t = (id: string) => intl.formatMessage({ id }, words);
  const head = pageHead(name, locale, t, pages.textOf({ name, locale }), words.product);
  return {
    html,
    head,
    data: structuredData(name, { head, words }),
    note: { text: t('boot.waiting'), reload: t('error.reload') },
  };
}
