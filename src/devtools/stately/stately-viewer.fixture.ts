import { createBrowserReceiver } from '@statelyai/inspect';
import type { AnyActorRef } from 'xstate';
import type { Tap } from '../tap/tap.ts';
import { streamToStately } from './stream-to-stately.ts';

type Receiver = ReturnType<typeof createBrowserReceiver>;
export type Received = Parameters<Parameters<Receiver['subscribe']>[0] & object>[0];

/** Simulates two windows that refer to each other: the page's window, and the viewer's window. */
const openWindows = () => {
  const product = new EventTarget();
  const viewer = new EventTarget();
  const deliver = (to: EventTarget) => (data: unknown) => {
    to.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }));
  };
  const viewerWindow = Object.assign(viewer, { postMessage: deliver(viewer) });
  const productWindow = Object.assign(product, {
    postMessage: deliver(product),
    open: () => viewerWindow,
  });
  const receiving = Object.assign(viewerWindow, { opener: productWindow, self: 1, top: 1 });
  return { product: productWindow as unknown as Window, viewer: receiving as unknown as Window };
};

/** Streams the events to a simulated viewer, which collects the messages. */
export const watchByStately = (root: AnyActorRef, tap: Pick<Tap, 'actors'>) => {
  const { product, viewer } = openWindows();
  const received: Received[] = [];
  const stop = streamToStately(root, tap, { window: product });
  createBrowserReceiver({ window: viewer }).subscribe((message) => received.push(message));
  return { received, stop };
};
