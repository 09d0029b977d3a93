import type { Bus, Hearing, Topic } from './bus.port.ts';

/** Creates the subscriptions of one process. An error of one subscriber does not affect others. */
export function createHearings(onError: (error: unknown) => void) {
  const hearings = new Map<Topic, Hearing[]>();

  function each(found: readonly Hearing[], call: (hearing: Hearing) => void) {
    for (const hearing of found) {
      try {
        call(hearing);
      } catch (error) {
        onError(error);
      }
    }
  }

  return {
    subscribe(topic: Topic, hearing: Hearing) {
      hearings.set(topic, [...(hearings.get(topic) ?? []), hearing]);
    },
    deliver(topic: Topic, payload: string) {
      each(hearings.get(topic) ?? [], ({ heard }) => heard(payload));
    },
    missed() {
      each([...hearings.values()].flat(), ({ missed }) => missed());
    },
  };
}

/** Creates the bus of a server that is the only process of its database. */
export function createMemoryBus(onError: (error: unknown) => void): Bus {
  const { subscribe, deliver } = createHearings(onError);
  return {
    subscribe,
    publish: (topic, payload = '') => deliver(topic, payload),
    pollMs: Number.POSITIVE_INFINITY,
    close: async () => {},
  };
}
