import { type AnyActorRef, createActor, fromCallback } from 'xstate';
import { callActor } from '../port-actors.ts';
import type { EventQueuePort } from '../ports/event-queue.port.ts';
import { analyticsMachine } from './analytics.machine.ts';
import { streamActor } from './stream-actor.ts';

/** The chart with its port, which is loaded with the chart and not one of the app's. */
export const analyticsWithQueue = (queue: EventQueuePort) =>
  analyticsMachine.provide({
    actors: {
      watchQueue: streamActor(queue.watchQueue),
      holdLead: streamActor(queue.holdLead),
      takeBatch: callActor(queue.takeBatch),
      sendBatch: callActor(queue.sendBatch),
      settleBatch: callActor(queue.settleBatch),
      emptyQueue: callActor(queue.emptyQueue),
      openQueue: callActor(queue.openQueue),
    },
  });

/** The root would stop if an unexpected child crashed; this parent ignores the crash. */
const host = fromCallback(() => {});

/**
 * The running chart, in the system of the page's other charts if there is one, so that tools show it among
 * them.
 */
export function startAnalytics(queue: EventQueuePort, root?: AnyActorRef) {
  const parent = root && createActor(host, { id: 'analyticsHost', parent: root }).start();
  const chart = createActor(analyticsWithQueue(queue), {
    id: 'analytics',
    systemId: 'analytics',
    ...(parent ? { parent } : {}),
  });
  return chart.start();
}
