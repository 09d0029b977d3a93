import { describeChart } from '../../testing/chart-descriptor.ts';
import { rejecting } from '../../testing/samples.ts';
import { serviceMachine } from '../service.machine.ts';

const broken = { 'its code is blocked or fails': rejecting({ reason: 'unexpected' }) };

export const serviceDescriptor = describeChart<typeof serviceMachine>({
  machine: serviceMachine,
  charts: {
    'service.allowed': { '': { since: 0 } },
    'service.refused': {},
    'event.logged': {
      'a page': { event: { name: 'page_view', parameters: {}, at: 0 }, user: null },
    },
  },
  actors: {
    loadService: { done: { '': undefined }, error: broken },
    forwardEvent: { error: broken },
    withdrawService: { done: { '': undefined }, error: broken },
  },
  reads: ({ waiting }) => waiting.length > 0,
  bounds: {
    // two waiting events cover all behaviour
    allows: ({ event }, { context }) => event !== 'event.logged' || context.waiting.length < 2,
  },
  laws: {
    'a loaded service receives the waiting events': {
      holds: ({ before, event, told }) =>
        event?.type !== 'xstate.done.actor.loadService' ||
        told.length === before.context.waiting.length,
      brokenBy: 'service.on: without the entry action raiseWaiting',
    },
    'an event waits only for a service that is allowed': {
      holds: ({ now }) =>
        now.context.waiting.length === 0 ||
        now.matches('loading') ||
        now.matches({ withdrawing: 'returning' }),
      brokenBy: 'service.withdrawing.returning on service.refused: without the action clearWaiting',
    },
    'a refused service stops': {
      holds: ({ before, now, event }) =>
        event?.type !== 'service.refused' || before.matches('off') || now.matches('withdrawing'),
      brokenBy: 'service.on on service.refused: to #service.off instead of withdrawing',
    },
  },
});
