import { type AnyActorRef, createActor, fromCallback } from 'xstate';
import { callActor } from '../port-actors.ts';
import type { EventQueuePort } from '../ports/event-queue.port.ts';
import { analyticsMachine } from './analytics.machine.ts';
import { streamActor } from './stream-actor.ts';

/** A state never asks before it has what it asks with; a call without input fails like any other. */
const call = callActor as <Input, Output>(
  body: (input: Input, signal: never) => Promise<Output>,
) => ReturnType<typeof callActor<Input | null, Output>>;

/** The chart with its port, which is loaded with it and not one of the app's. */
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

/** The root would stop with a child whose crash it does not expect; this parent ignores it. */
const host = fromCallback(() => {});

/**
 * The running chart, in the system of the page's other charts where there is one, so that tools see
 * it among them.
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
