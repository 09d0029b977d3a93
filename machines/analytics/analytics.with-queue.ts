import { type AnyActorRef, createActor, fromCallback } from 'xstate';
import { callActor } from '../port-actors.ts';
import type { EventQueuePort } from '../ports/event-queue.port.ts';
import { analyticsMachine } from './analytics.machine.ts';
import { streamActor } from './stream-actor.ts';

/** A state never calls before its input exists; a call without input fails like any other. */
const call = callActor as <Input, Output>(
  body: (input: Input, signal: never) => Promise<Output>,
) => ReturnType<typeof callActor<Input | null, Output>>;

/** The chart with its port, which is loaded with the chart and not one of the app's. */
export const analyticsWithQueue = (queue: EventQueuePort) =>
  analyticsMachine.provide({
    actors: {
      watchQueue: streamActor(queue.watchQueue),
      holdLead: streamActor(queue.holdLead),
      takeBatch: call(queue.takeBatch),
      sendBatch: call(queue.sendBatch),
      settleBatch: call(queue.settleBatch),
      emptyQueue: call(queue.emptyQueue),
      openQueue: call(queue.openQueue),
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
