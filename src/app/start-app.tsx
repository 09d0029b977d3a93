import data from 'virtual:first-snapshots';
import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { blockContextMenu } from '../adapters/browser/block-context-menu.ts';
import { watchLocation } from '../adapters/browser/browser-navigation.ts';
import { loadMessages } from '../adapters/browser/load-messages.ts';
import { createChartSystem } from '../machine-react/chart-system.tsx';
import { reviveFirstSnapshots } from '../machine-react/first-snapshots.ts';
import { App } from './app.tsx';
import { readOpenedPage } from './opened-page.ts';
import { createPageStore } from './page-store.tsx';
import { fetchPageText } from './page-texts.ts';
import { productWords, readRuntimeConfig } from './read-runtime-config.ts';

const retryMs = 3000;

/** The prerendered page can be read meanwhile, so there is time to try again. */
async function patiently<Value>(load: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}

/** The development server sends an empty page; every other page is prerendered. */
function show(container: HTMLElement, app: ReactNode) {
  if (!container.firstElementChild) {
    createRoot(container).render(app);
    return;
  }
  hydrateRoot(container, app, {
    onRecoverableError: (error) => console.error('The prerendered page does not match', error),
  });
}

function readConfig(document: Document) {
  const json = document.getElementById('runtime-config')?.textContent;
  if (!json) throw new Error('This page was not made by the build.');
  return readRuntimeConfig(json);
}

/**
 * Loads what the opened page was prerendered from and hydrates it; then fetches the charts' code
 * and starts the actor system.
 */
export async function startApp(document: Document, container: HTMLElement) {
  const config = readConfig(document);
  const words = productWords(config);
  const opened = readOpenedPage(document.documentElement, new URL(location.href));
  const { locale, path, prerenderedAt } = opened;
  const pages = createPageStore(words, fetchPageText);
  const [messages] = await Promise.all([
    patiently(() => loadMessages(locale, __MESSAGES_VERSION__)),
    patiently(() => pages.prepare(prerenderedAt)),
  ]);
  const charts = patiently(() => import('./create-app-actor.ts'));
  const system = createChartSystem(
    reviveFirstSnapshots(data, { path: prerenderedAt, locale, messages }),
  );
  show(container, <App system={system} words={words} pages={pages} opened={opened} />);
  blockContextMenu(document);

  const { createAppActor } = await charts;
  const root = createAppActor({ config, path, messages, preparePage: pages.prepare });
  if (__DEVTOOLS__ && config.runEnv !== 'production') {
    const { startDevtools } = await import('../devtools/start-devtools.ts');
    startDevtools(root, { build: new URL(import.meta.url).pathname });
  }
  root.start();
  system.attach(root);
  watchLocation((moved) => root.send({ type: 'location.changed', path: moved }));
}
