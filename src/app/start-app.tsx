import data from 'virtual:first-snapshots';
import { type ReactNode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { blockContextMenu } from '../adapters/browser/block-context-menu.ts';
import { loadMessages } from '../adapters/browser/load-messages.ts';
import { showBootNote } from '../boot/boot-note.ts';
import { RetentionContext } from '../i18n/retention.ts';
import { createChartSystem } from '../machine-react/chart-system.tsx';
import { reviveFirstSnapshots } from '../machine-react/first-snapshots.ts';
import { App } from './app.tsx';
import { createDialogStore } from './dialog-store.ts';
import { readOpenedPage } from './opened-page.ts';
import { createPageStore } from './page-store.tsx';
import type { LoadPageText } from './page-texts.ts';
import { productWords, readRuntimeConfig } from './read-runtime-config.ts';

const retryMs = 3000;

/**
 * Retries until loading succeeds. Until then, the prerendered page is readable and shows that it is
 * waiting.
 */
async function patiently<Value>(load: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await load();
    } catch {
      showBootNote();
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}

/**
 * Calls `tell` when the whole page is ready, because React executes a parent's effects after the
 * effects of all its children.
 */
function WhenShown({ tell, children }: { tell: () => void; children: ReactNode }) {
  useEffect(tell, [tell]);
  return children;
}

/**
 * Renders or hydrates the page. Pages of the development server are empty, and all other pages are
 * prerendered.
 */
function show(container: HTMLElement, app: ReactNode): Promise<void> {
  return new Promise((resolve) => {
    const page = <WhenShown tell={resolve}>{app}</WhenShown>;
    if (!container.firstElementChild) createRoot(container).render(page);
    else {
      hydrateRoot(container, page, {
        onRecoverableError: (error) =>
          console.error('The prerendered page differs from the first render:', error),
      });
    }
  });
}

function readConfig(document: Document) {
  const json = document.getElementById('runtime-config')?.textContent;
  if (!json)
    throw new Error('Expected the runtime configuration in the page. Serve a page of the build.');
  return readRuntimeConfig(json);
}

/**
 * Loads the data of the prerendered page and hydrates the page. Then loads the charts, starts the
 * actor system, and repeats the visitor's early actions.
 */
export async function startApp(document: Document, container: HTMLElement) {
  const config = readConfig(document);
  const words = productWords(config);
  const opened = readOpenedPage(document.documentElement, new URL(location.href));
  const { name, locale, path, prerenderedAt, errorId } = opened;
  const loadPageText: LoadPageText = async (...wanted) => {
    const { fetchPageText } = await import('./page-texts.ts');
    return fetchPageText(config)(...wanted);
  };
  const pages = createPageStore(words, loadPageText, errorId);
  const dialogs = createDialogStore();
  const [firstWords] = await Promise.all([
    patiently(() => loadMessages({ locale, file: 'first-messages' }, __MESSAGES_VERSION__)),
    patiently(() => pages.prepare({ name, locale })),
  ]);
  const charts = patiently(() => import('./create-app-actor.ts'));
  const otherWords = patiently(() =>
    loadMessages({ locale, file: 'later-messages' }, __MESSAGES_VERSION__),
  );
  const system = createChartSystem(
    reviveFirstSnapshots(data, { path: prerenderedAt, page: name, locale, messages: firstWords }),
  );
  const shown = show(
    container,
    <RetentionContext value={config.retention}>
      <App system={system} words={words} pages={pages} dialogs={dialogs} />
    </RetentionContext>,
  );
  blockContextMenu(document);

  const { createAppActor } = await charts;
  const { root, takeOver } = createAppActor({
    config,
    path,
    page: name,
    messages: { ...firstWords, ...(await otherWords) },
    preparePage: pages.prepare,
    dialogs,
  });
  // Generated browser walks set `__lightwell`, because they need the devtools although their
  // configuration is that of production.
  if (__DEVTOOLS__ && (config.runEnv !== 'production' || '__lightwell' in window)) {
    const { startDevtools } = await import('../devtools/start-devtools.ts');
    startDevtools(root, { build: new URL(import.meta.url).pathname });
  }
  root.start();
  system.attach(root);
  takeOver(system, shown);
}
