import { prerender } from 'react-dom/static';
import { createActor } from 'xstate';
import { provideApp } from '../machines/app/provide-app.ts';
import type { Locale } from '../machines/model/locale.ts';
import type { Messages } from '../machines/model/message.ts';
import { createMemoryPorts } from './adapters/memory/memory-ports.ts';
import { App } from './app/app.tsx';
import { type PageHead, pageHead } from './app/page-head.ts';
import { createPageStore } from './app/page-store.tsx';
import { matchPage, type PageName, prerenderPath } from './app/pages.ts';
import { createIntl } from './i18n/intl.tsx';
import type { PageText } from './i18n/page-text.ts';
import type { ProductWords } from './i18n/product-words.tsx';
import { freezeChartSystem } from './machine-react/chart-system.tsx';

type PrerenderedPage = { html: string; head: PageHead };

const texts = import.meta.glob<PageText>('../locales/*/pages/*.json', { import: 'default' });

async function readPageText(locale: Locale, name: string): Promise<PageText> {
  const load = texts[`../locales/${locale}/pages/${name}.json`];
  if (!load) throw new Error(`locales/${locale}/pages/${name}.json is missing.`);
  return load();
}

/**
 * One page in one language, as it is before any chart has started.
 * @param words what stands for the operator's names, later filled in by the server
 */
export async function prerenderPage(
  name: PageName,
  locale: Locale,
  messages: Messages,
  words: ProductWords,
): Promise<PrerenderedPage> {
  const path = prerenderPath(name, locale);
  const pages = createPageStore(words, readPageText);
  await pages.prepare(path);
  const root = createActor(provideApp(createMemoryPorts()), {
    id: 'app',
    systemId: 'app',
    input: { path, messages },
  });
  const { prelude } = await prerender(
    <App
      root={root}
      frozen={freezeChartSystem(root)}
      words={words}
      pages={pages}
      opened={{ name, locale, prerenderedAt: path, path: '' }}
    />,
    {
      onError: (error) => {
        throw error;
      },
    },
  );
  const html = await new Response(prelude).text();
  const match = name === 'not-found' || name === 'error' ? { name, recordId: '' } : matchPage(path);
  const intl = createIntl(locale, messages);
  const t = (id: string) => String(intl.formatMessage(id, words));
  return { html, head: pageHead(match, locale, t, pages.textOf(path), words.product) };
}
