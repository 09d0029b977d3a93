import { failureOf } from '../../../machines/ports/port-failure.ts';
import type { CallApi } from './api-client.ts';

export type Network = {
  isOnline: () => boolean;
  onOnline: (listener: () => void) => void;
};

/** Estimates whether the server can be reached, without sending own calls. */
export type Reach = {
  isReachable: () => boolean;
  /** calls `listener` at the first answer, and when the server may be reachable again */
  onReachable: (listener: () => void) => void;
  /** returns a client whose calls update the estimate */
  observe: (api: CallApi) => CallApi;
};

/**
 * Creates the estimate. A connected browser may have no route to the server. After a call without
 * an answer, the server counts as unreachable, until a call is answered or the browser reports a
 * network change.
 */
export function createReach({ isOnline, onOnline }: Network): Reach {
  const listeners: (() => void)[] = [];
  let last: 'untried' | 'answered' | 'lost' = 'untried';
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const noteAnswer = () => {
    const isNews = last !== 'answered';
    last = 'answered';
    if (isNews) tell();
  };
  onOnline(() => {
    last = 'untried';
    tell();
  });
  return {
    isReachable: () => isOnline() && last !== 'lost',
    onReachable: (listener) => listeners.push(listener),
    observe: (api) => async (name, options) => {
      try {
        const answer = await api(name, options);
        noteAnswer();
        return answer;
      } catch (error) {
        const { reason } = failureOf(error);
        if (reason === 'offline') last = 'lost';
        if (reason === 'refused' || reason === 'server') noteAnswer();
        throw error;
      }
    },
  };
}
