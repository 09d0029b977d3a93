import type { AnyActorRef } from 'xstate';
import { setCurrentTap } from './current-tap.ts';
import { exposeActors } from './expose-actors.ts';
import { PageLink } from './link/page-link.ts';
import { type InspectMode, readInspectMode, showOpener } from './open-inspector.ts';
import { createTap, type Tap } from './tap/tap.ts';
import { type Channel, channelName } from './wire/wire-messages.ts';
import { hideInText } from './wire/without-secrets.ts';

type Options = {
  /** distinguishes recordings of different builds */
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

/**
 * Call it in development and test builds, after creating and before starting the root actor: taps
 * every actor, lets tests reach the root, answers inspectors in other tabs, and opens
 * one for `?inspect`, `?inspect=stately` and Alt+Shift+X.
 */
export function startDevtools(root: AnyActorRef, options: Options): Tap {
  exposeActors(root);
  const tap = createTap();
  tap.adopt(root);
  setCurrentTap(tap);
  linkPage(tap, options);
  const open: Record<InspectMode, () => void> = {
    own: () => {
      window.open('/inspector.html', 'lightwell-inspector');
    },
    stately: () => {
      void import('./stately/stream-to-stately.ts').then(({ streamToStately }) =>
        streamToStately(root, tap),
      );
    },
  };
  addEventListener('keydown', ({ altKey, shiftKey, code }) => {
    if (altKey && shiftKey && code === 'KeyX') open.own();
  });
  const mode = readInspectMode(location.search);
  if (mode) showOpener(mode, open[mode]);
  return tap;
}
