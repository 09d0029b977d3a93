import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { type Actor, createActor } from 'xstate';
import type { RuntimeConfig } from '../../contract/runtime-config.ts';
import { provideApp } from '../../machines/app/provide-app.ts';
import type { Locale } from '../../machines/model/locale.ts';
import type { Messages } from '../../machines/model/message.ts';
import { blockContextMenu } from '../adapters/browser/block-context-menu.ts';
import { watchLocation } from '../adapters/browser/browser-navigation.ts';
import { loadMessages } from '../adapters/browser/load-messages.ts';
import { freezeChartSystem } from '../machine-react/chart-system.tsx';
import { App } from './app.tsx';
import { createPorts } from './create-ports.ts';
import { type OpenedPage, readOpenedPage } from './opened-page.ts';
import { createPageStore } from './page-store.tsx';
import { fetchPageText } from './page-texts.ts';
import { productWords, readRuntimeConfig } from './read-runtime-config.ts';

type AppActor = Actor<ReturnType<typeof provideApp>>;

const retryMs = 3000;

/** The prerendered page can be read without its messages, so there is time to try again. */
async function loadFirstMessages(locale: Locale): Promise<Messages> {
  for (;;) {
    try {
      return await loadMessages(locale, __MESSAGES_VERSION__);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}

function createAppActor(
  config: RuntimeConfig,
  opened: OpenedPage,
  messages: Messages,
  preparePage: (path: string) => Promise<void>,
): AppActor {
  const ports = createPorts({
    config,
    preparePage,
    locale: () => actor.getSnapshot().context.locale,
  });
  const actor: AppActor = createActor(provideApp(ports), {
    id: 'app',
    systemId: 'app',
    input: { path: opened.path, messages },
  });
  return actor;
}

/** The development server sends an empty page; every other page is prerendered. */
function show(container: HTMLElement, app: React.ReactNode): Root {
  if (container.firstElementChild) {
    return hydrateRoot(container, app, {
      onRecoverableError: (error) => console.error('The prerendered page does not match', error),
    });
  }
  const root = createRoot(container);
  root.render(app);
  return root;
}

async function startDevtools(actor: AppActor, config: RuntimeConfig) {
  if (!__DEVTOOLS__ || config.runEnv === 'production') return;
  const { exposeActors } = await import('../devtools/expose-actors.ts');
  exposeActors(actor);
}

/** Loads what the opened page was prerendered from, brings it to life and starts the charts. */
export async function startApp(document: Document) {
  const container = document.getElementById('app');
  const json = document.getElementById('runtime-config')?.textContent;
  if (!container || !json) throw new Error('This page was not made by the build.');
  blockContextMenu(document);
  const config = readRuntimeConfig(json);
  const words = productWords(config);
  const opened = readOpenedPage(document.documentElement, new URL(location.href));
  const pages = createPageStore(words, fetchPageText);
  const [messages] = await Promise.all([
    loadFirstMessages(opened.locale),
    pages.prepare(opened.prerenderedAt),
  ]);
  const root = createAppActor(config, opened, messages, pages.prepare);
  const frozen = freezeChartSystem(root);
  await startDevtools(root, config);
  show(container, <App root={root} frozen={frozen} words={words} pages={pages} opened={opened} />);
  root.start();
  watchLocation((path) => root.send({ type: 'location.changed', path }));
}
