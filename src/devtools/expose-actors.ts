import type { AnyActorRef } from 'xstate';

declare global {
  interface Window {
    __lightwell?: { root: AnyActorRef };
  }
}

/**
 * Stores the root actor in a global variable for tests and inspectors. Not called in production.
 */
export function exposeActors(root: AnyActorRef) {
  window.__lightwell = { root };
}
