import type { AnyActorRef } from 'xstate';
import { startLate } from '../late-chart.ts';
import { withPorts } from '../port-actors.ts';
import type { EventQueuePort } from '../ports/event-queue.port.ts';
import { analyticsMachine } from './analytics.machine.ts';

export const startAnalytics = (eventQueue: EventQueuePort, root: AnyActorRef) =>
  startLate(withPorts(analyticsMachine, { eventQueue }), 'analytics', root);
