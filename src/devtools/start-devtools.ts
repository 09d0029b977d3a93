import type { AnyActorRef } from 'xstate';
import { setCurrentTap } from './current-tap.ts';
import { exposeActors } from './expose-actors.ts';
import { PageLink } from './link/page-link.ts';
import { readInspectWish, showOpener, showRefusal } from './open-inspector.ts';
import { createTap, type Tap } from './tap/tap.ts';
import { type Channel, channelName } from './wire/wire-messages.ts';
import { hideInText } from './wire/without-secrets.ts';

type Options = {
  /** identifies the build, so that recordings of different builds can be distinguished */
  build: string;
};

const pathOf = () => hideInText(`${location.pathname}${location.search}`);

function linkPage(tap: Tap, { build }: Options): PageLink {
  const link = new PageLink(tap, new BroadcastChannel(channelName) as Channel, {
    page: crypto.randomUUID(),
    build,
    openedAt: Math.round(performance.timeOrigin),
    head: () => ({ title: document.title, path: pathOf() }),
  });
  addEventListener('pagehide', () => link.leave());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) link.sayHello();
  });
  return link;
}

const openOwn = () => {
  window.open('/inspector.html', 'lightwell-inspector');
};

async function openStately(root: AnyActorRef, tap: Tap, url: string | undefined) {
  const { streamToStately } = await import('./stately/stream-to-stately.ts');
  streamToStately(root, tap, url === undefined ? {} : { url });
}

function obey(search: string, root: AnyActorRef, tap: Tap): void {
  const wish = readInspectWish(search);
  if (wish?.mode === 'own') showOpener('Open the inspector', openOwn);
  if (wish?.mode === 'refused') showRefusal(wish.words);
  if (wish?.mode !== 'stately') return;
  const { url } = wish;
  const viewer = url === undefined ? 'the Stately inspector' : new URL(url).host;
  showOpener(`Stream to ${viewer}`, () => void openStately(root, tap, url));
}

/**
 * Records every actor, exposes the root to tests, and answers inspectors in other tabs. Called in
 * development and test builds, after the root actor is created and before it starts. `?inspect`,
 * `?inspect=stately` and Alt+Shift+X open an inspector.
 */
export function startDevtools(root: AnyActorRef, options: Options): Tap {
  exposeActors(root);
  const tap = createTap();
  tap.adopt(root);
  setCurrentTap(tap);
  linkPage(tap, options);
  addEventListener('keydown', ({ altKey, shiftKey, code }) => {
    if (altKey && shiftKey && code === 'KeyX') openOwn();
  });
  obey(location.search, root, tap);
  return tap;
}
