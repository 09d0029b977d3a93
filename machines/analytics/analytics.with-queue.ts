import { callActor } from '../port-actors.ts';
import type { EventQueuePort } from '../ports/event-queue.port.ts';
import { analyticsMachine } from './analytics.machine.ts';
import { streamActor } from './stream-actor.ts';

/** A state never asks before it has what it asks with; a call without input fails like any other. */
const call = callActor as <Input, Output>(
  body: (input: Input, signal: never) => Promise<Output>,
) => ReturnType<typeof callActor<Input | null, Output>>;

/** The chart with its port, which is loaded with it and not one of the app's (0363). */
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
