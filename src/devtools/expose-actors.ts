import type { AnyActorRef } from 'xstate';

declare global {
  interface Window {
    __lightwell?: { root: AnyActorRef };
  }
}

/** For tests and inspectors, in every run environment but production. */
export function exposeActors(root: AnyActorRef) {
  window.__lightwell = { root };
}
