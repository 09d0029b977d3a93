import { assign, enqueueActions, sendTo, stateIn } from 'xstate';
import { setupChart } from '../chart-setup.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import { ports } from '../port-actors.ts';
import type { EventLogged, OutsideServicePort } from '../ports/outside-service.port.ts';
import type { ServiceContext, ServiceEvent } from './service.types.ts';

/** Limit of waiting events. It saves memory if the service never loads. */
const mostWaiting = 500;

const serviceSetup = setupChart({
  types: {
    context: {} as ServiceContext,
    events: {} as ServiceEvent,
    meta: {} as StateMeta,
  },
  actors: ports({
    calls: ['loadService', 'withdrawService'],
    sinks: ['forwardEvent'],
  }).of<OutsideServicePort>(),
  guards: {
    isAllowedAgain: stateIn({ withdrawing: 'returning' }),
  },
  actions: {
    setSince: assign((_, { since }: { since: number }) => ({ since })),
    addWaiting: assign(({ context: { waiting } }, logged: EventLogged) => ({
      waiting: waiting.length < mostWaiting ? [...waiting, logged] : waiting,
    })),
    clearWaiting: assign({ waiting: [] }),
    forward: sendTo('forwardEvent', (_, logged: EventLogged) => logged),
    raiseWaiting: enqueueActions(({ context: { waiting }, enqueue }) => {
      for (const logged of waiting) enqueue.raise(logged);
    }),
  },
});

const since = {
  type: 'setSince',
  params: ({ event }: { event: { since: number } }) => event,
} as const;
const logged = ({ event }: { event: EventLogged }) => event;

const wait = { 'event.logged': { actions: { type: 'addWaiting', params: logged } } } as const;

const withdrawn = [{ guard: 'isAllowedAgain', target: 'loading' }, { target: 'off' }] as const;

/**
 * Controls one outside service. The service is loaded when the visitor allows its purpose, and
 * stops as soon as the visitor refuses that purpose (R55, R77). Events from before the consent are
 * never sent to this chart (decision 0035).
 */
export const serviceMachine = serviceSetup.createMachine({
  id: 'service',
  context: { since: 0, waiting: [] },
  initial: 'off',
  states: {
    off: {
      meta: { view: 'the service is not loaded and receives nothing' },
      on: { 'service.allowed': { target: 'loading', actions: since } },
    },
    loading: {
      meta: { view: 'the code of the service is being loaded; events wait' },
      invoke: {
        id: 'loadService',
        src: 'loadService',
        input: ({ context }) => ({ since: context.since }),
        onDone: { target: 'on' },
        // loading is tried again only after the visitor's next choice
        onError: { target: 'off', actions: 'clearWaiting' },
      },
      on: { ...wait, 'service.refused': { target: 'withdrawing', actions: 'clearWaiting' } },
    },
    on: {
      meta: { view: 'the service receives events' },
      entry: ['raiseWaiting', 'clearWaiting'],
      invoke: {
        id: 'forwardEvent',
        src: 'forwardEvent',
        // if the actor that forwards events fails, it is started again for the next event
        onError: { target: 'on', reenter: true },
      },
      on: {
        'event.logged': { actions: { type: 'forward', params: logged } },
        'service.refused': { target: 'withdrawing' },
      },
    },
    withdrawing: {
      initial: 'ending',
      invoke: {
        id: 'withdrawService',
        src: 'withdrawService',
        onDone: withdrawn,
        onError: withdrawn,
      },
      states: {
        ending: {
          meta: { view: 'the service stops, and what it has stored is deleted' },
          on: { 'service.allowed': { target: 'returning', actions: since } },
        },
        returning: {
          meta: { view: 'the service stops, and is loaded again afterwards; events wait' },
          on: { ...wait, 'service.refused': { target: 'ending', actions: 'clearWaiting' } },
        },
      },
    },
  },
});
