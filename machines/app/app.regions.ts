import { campaignOfPath } from '../model/campaign.ts';
import { neededBy, nextVisit } from '../model/pages.ts';
import { failed } from '../port-actors.ts';
import { appSetup } from './app.setup.ts';

export const boot = appSetup.createStateConfig({
  initial: 'booting',
  states: {
    booting: {
      meta: { view: 'functions and prices are loading' },
      invoke: {
        id: 'loadSetup',
        src: 'loadSetup',
        onDone: {
          target: 'ready',
          actions: [
            { type: 'setSetup', params: ({ event }) => ({ setup: event.output }) },
            {
              type: 'tell',
              params: ({ event }) => ({ fact: { type: 'setup.loaded', setup: event.output } }),
            },
          ],
        },
        onError: { target: 'degraded', actions: { type: 'rejectCall', params: failed } },
      },
    },
    ready: { meta: { view: 'functions and prices are shown' } },
    degraded: {
      meta: { view: 'the page without prices, with a button to try again' },
      on: {
        'setup.retried': { target: 'booting' },
        'connection.restored': { target: 'booting' },
      },
    },
  },
});

export const arrival = appSetup.createStateConfig({
  initial: 'looking',
  states: {
    looking: {
      meta: { view: 'transient' },
      always: [{ guard: 'hasCampaign', target: 'noting' }, { target: 'noted' }],
    },
    noting: {
      meta: { view: 'nothing visible' },
      invoke: {
        id: 'saveCampaign',
        src: 'saveCampaign',
        input: ({ context }) => ({ campaign: campaignOfPath(context.path) }),
        onDone: { target: 'noted' },
        onError: { target: 'noted', actions: { type: 'rejectCall', params: failed } },
      },
    },
    noted: { meta: { view: 'nothing visible' } },
  },
});

export const connection = appSetup.createStateConfig({
  initial: 'online',
  states: {
    online: {
      meta: { view: 'connected' },
      on: {
        'connection.lost': {
          target: 'offline',
          actions: { type: 'tell', params: ({ event }) => ({ fact: event }) },
        },
      },
    },
    offline: {
      meta: { view: 'a note that there is no connection' },
      on: {
        'connection.restored': {
          target: 'online',
          actions: { type: 'tell', params: ({ event }) => ({ fact: event }) },
        },
      },
    },
  },
});

export const core = appSetup.createStateConfig({
  initial: 'accepting',
  on: {
    'core.rejected': [
      {
        guard: { type: 'isSeen', params: ({ event }) => event },
        target: '.seen',
        actions: { type: 'raiseCoreFlag', params: ({ event }) => event },
      },
      { target: '.rejected', actions: { type: 'raiseCoreFlag', params: ({ event }) => event } },
    ],
  },
  states: {
    accepting: { meta: { view: 'nothing visible' } },
    seen: {
      meta: { view: 'the page itself shows that the core rejected the photo' },
      exit: 'dropCoreFlag',
      on: { 'location.changed': { target: 'accepting' } },
    },
    rejected: {
      meta: { view: 'a note that the core rejected the photo' },
      exit: 'dropCoreFlag',
      invoke: {
        id: 'watchBack',
        src: 'watchBack',
        onError: { actions: { type: 'rejectCall', params: failed } },
      },
      on: {
        // The page on screen already shows this rejection. The note about an earlier photo stays
        // until the visitor dismisses the note.
        'core.rejected': { guard: { type: 'isAnotherSeen', params: ({ event }) => event } },
        'coreRejected.dismissed': { target: 'accepting' },
        'back.pressed': { target: 'accepting' },
      },
    },
  },
});

const where = ({ event }: { event: { to: string; replace?: boolean } }) => event;

/**
 * Handles navigation that a chart requests. The page on screen stays until the next page is ready.
 */
export const navigation = appSetup.createStateConfig({
  initial: 'idle',
  on: {
    'navigation.requested': [
      {
        guard: { type: 'isInternal', params: where },
        target: '.preparing',
        actions: { type: 'setDestination', params: where },
      },
      { actions: { type: 'logRefusal', params: where } },
    ],
    'location.changed': {
      guard: { type: 'isTraversed', params: ({ event }) => event },
      target: '.idle',
    },
  },
  states: {
    idle: { meta: { view: 'the page' } },
    preparing: {
      tags: 'kept',
      meta: { view: 'the page, another one loading' },
      invoke: {
        id: 'prepareDestination',
        src: 'preparePage',
        input: ({ context: { coming, destination } }) =>
          neededBy(nextVisit(coming, destination.to, 'pushed')),
        onDone: { target: 'navigating' },
        onError: [
          { guard: { type: 'isOffline', params: failed }, target: 'failed' },
          { target: 'leaving' },
        ],
      },
    },
    navigating: {
      tags: 'kept',
      meta: { view: 'the page, another one loading' },
      invoke: {
        id: 'navigate',
        src: 'navigate',
        input: ({ context }) => context.destination,
        onDone: { target: 'idle' },
        onError: {
          target: 'idle',
          actions: {
            type: 'rejectCall',
            params: (args) => ({ ...failed(args), fallback: 'toast.pageFailed' }),
          },
        },
      },
    },
    failed: {
      meta: { view: 'the page, a note that the other could not be loaded, a button to try again' },
      on: { 'navigation.retried': { target: 'preparing' } },
    },
    leaving: {
      entry: ['loadDestination', 'tellLeft'],
      meta: { view: 'the page, until the browser has loaded the other itself' },
    },
  },
});
