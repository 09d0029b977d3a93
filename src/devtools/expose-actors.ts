import type { AnyActorRef } from 'xstate';

declare global {
  interface Window {
    __lightwell?: { root: AnyActorRef };
  }
}

/** Lets tests and inspectors reach the root actor, except in production. */
export function exposeActors(root: AnyActorRef) {
  window.__lightwell = { root };
}
