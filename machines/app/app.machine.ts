import { campaignOfPath } from '../model/campaign.ts';
import { localeOfPath } from '../model/locale.ts';
import { failed } from '../port-actors.ts';
import { rejections } from './app.rejections.ts';
import { appSetup } from './app.setup.ts';

const crashed = { actions: { type: 'logCrash', params: failed }, meta: { req: 'ours' } } as const;

const boot = appSetup.createStateConfig({
  initial: 'booting',
  states: {
    booting: {
      meta: { view: 'functions and prices are on their way' },
      invoke: {
        id: 'loadSetup',
        src: 'loadSetup',
        onDone: {
          target: 'ready',
          actions: [
            { type: 'keepSetup', params: ({ event }) => ({ setup: event.output }) },
            { type: 'tellSetup', params: ({ event }) => ({ setup: event.output }) },
          ],
          meta: { req: 'R11' },
        },
        onError: {
          target: 'degraded',
          actions: [
            { type: 'keepSetupFailure', params: failed },
            { type: 'rejectCall', params: failed },
          ],
          meta: { req: 'R11' },
        },
      },
    },
    ready: { meta: { view: 'functions and prices are shown' } },
    degraded: {
      meta: { view: 'the page without prices, with a way to try again' },
      on: {
        'setup.retried': { target: 'booting', meta: { req: 'R11' } },
        'connection.restored': { target: 'booting', meta: { req: 'R11' } },
      },
    },
  },
});

const arrival = appSetup.createStateConfig({
  initial: 'looking',
  states: {
    looking: {
      meta: { view: 'passing' },
      always: [
        { guard: 'hasCampaign', target: 'noting', meta: { req: 'R14' } },
        { target: 'noted', meta: { req: 'R14' } },
      ],
    },
    noting: {
      meta: { view: 'nothing to see' },
      invoke: {
        id: 'saveCampaign',
        src: 'saveCampaign',
        input: ({ context }) => ({ campaign: campaignOfPath(context.path) }),
        onDone: { target: 'noted', meta: { req: 'R14' } },
        onError: {
          target: 'noted',
          actions: { type: 'rejectCall', params: failed },
          meta: { req: 'R14' },
        },
      },
    },
    noted: { meta: { view: 'nothing to see' } },
  },
});

const connection = appSetup.createStateConfig({
  initial: 'online',
  states: {
    online: {
      meta: { view: 'connected' },
      on: { 'connection.lost': { target: 'offline', meta: { req: 'R79' } } },
    },
    offline: {
      meta: { view: 'a note that there is no connection' },
      on: {
        'connection.restored': {
          target: 'online',
          actions: [
            'reconnectLanguage',
            'reconnectSession',
            'reconnectTask',
            'reconnectRecords',
            'reconnectResult',
          ],
          meta: { req: 'R79' },
        },
      },
    },
  },
});

const core = appSetup.createStateConfig({
  initial: 'accepting',
  on: {
    'core.rejected': {
      target: '.rejected',
      actions: { type: 'raiseCoreFlag', params: ({ event }) => event },
      meta: { req: 'R35' },
    },
  },
  states: {
    accepting: { meta: { view: 'nothing to see' } },
    rejected: {
      meta: { view: 'a note that the photo shows no usable face' },
      exit: 'dropCoreFlag',
      on: { 'coreRejected.dismissed': { target: 'accepting', meta: { req: 'R35' } } },
    },
  },
});

const navigation = appSetup.createStateConfig({
  initial: 'idle',
  on: {
    'navigation.requested': [
      {
        guard: { type: 'isInternal', params: ({ event }) => event },
        target: '.navigating',
        actions: { type: 'keepDestination', params: ({ event }) => event },
        meta: { req: 'R9' },
      },
      { actions: { type: 'logRefusal', params: ({ event }) => event }, meta: { req: 'R9' } },
    ],
  },
  states: {
    idle: { meta: { view: 'the page' } },
    navigating: {
      meta: { view: 'the page, another on its way' },
      invoke: {
        id: 'navigate',
        src: 'navigate',
        input: ({ context }) => context.destination ?? { to: '/', replace: false },
        onDone: { target: 'idle', meta: { req: 'R9' } },
        onError: {
          target: 'idle',
          actions: { type: 'rejectCall', params: failed },
          meta: { req: 'R9' },
        },
      },
    },
  },
});

/** Charts that live as long as their page. A page tells when it appears and when it goes. */
const page = appSetup.createStateConfig({
  initial: 'none',
  states: {
    none: {
      meta: { view: 'a page without a chart of its own' },
      on: {
        'page.opened': [
          {
            guard: { type: 'isRecords', params: ({ event }) => event },
            target: 'records',
            meta: { req: 'R44' },
          },
          {
            target: 'result',
            actions: { type: 'keepOpenRecord', params: ({ event }) => event },
            meta: { req: 'R44' },
          },
        ],
      },
    },
    records: {
      meta: { view: 'the record list' },
      invoke: { id: 'records', systemId: 'records', src: 'records', onError: crashed },
      on: {
        'page.opened': {
          guard: { type: 'isResult', params: ({ event }) => event },
          target: 'result',
          actions: [
            { type: 'withdrawDialogs', params: { requester: 'records' } },
            { type: 'keepOpenRecord', params: ({ event }) => event },
          ],
          meta: { req: 'R44' },
        },
        'page.closed': {
          guard: { type: 'isRecords', params: ({ event }) => event },
          target: 'none',
          actions: { type: 'withdrawDialogs', params: { requester: 'records' } },
          meta: { req: 'R44' },
        },
      },
    },
    result: {
      meta: { view: 'the page of one result' },
      invoke: {
        id: 'result',
        systemId: 'result',
        src: 'result',
        input: ({ context }) => ({ recordId: context.openRecordId ?? '' }),
        onError: crashed,
      },
      on: {
        'page.opened': [
          {
            guard: { type: 'isRecords', params: ({ event }) => event },
            target: 'records',
            actions: { type: 'withdrawDialogs', params: { requester: 'result' } },
            meta: { req: 'R44' },
          },
          {
            // an actor cannot be replaced by one with its systemId within one step
            actions: [
              { type: 'withdrawDialogs', params: { requester: 'result' } },
              { type: 'keepOpenRecord', params: ({ event }) => event },
              'tellOpened',
            ],
            meta: { req: 'R44' },
          },
        ],
        'page.closed': {
          guard: { type: 'isResult', params: ({ event }) => event },
          target: 'none',
          actions: { type: 'withdrawDialogs', params: { requester: 'result' } },
          meta: { req: 'R44' },
        },
      },
    },
  },
});

/**
 * The root: one per page load, made outside React. Starts every long-lived chart, takes what
 * concerns all of them, and decides what a rejected call means (R35 to R40).
 */
export const appMachine = appSetup.createMachine({
  id: 'app',
  options: { maxIterations: 1000 },
  context: ({ input }) => ({
    ...input,
    locale: localeOfPath(input.path),
    setup: null,
    setupFailure: null,
    user: null,
    destination: null,
    coreRejected: null,
    openRecordId: null,
  }),
  type: 'parallel',
  invoke: [
    { id: 'writeLog', systemId: 'log', src: 'writeLog', onError: { meta: { req: 'ours' } } },
    { id: 'toast', systemId: 'toast', src: 'toast', onError: crashed },
    { id: 'dialogs', systemId: 'dialogs', src: 'dialogs', onError: crashed },
    { id: 'overlay', systemId: 'overlay', src: 'overlay', onError: crashed },
    {
      id: 'language',
      systemId: 'language',
      src: 'language',
      input: ({ context }) => ({ path: context.path, messages: context.messages }),
      onError: crashed,
    },
    { id: 'session', systemId: 'session', src: 'session', onError: crashed },
    { id: 'task', systemId: 'task', src: 'task', onError: crashed },
    { id: 'watchConnection', src: 'watchConnection', onError: crashed },
  ],
  on: {
    'call.rejected': rejections,
    'user.changed': {
      actions: { type: 'keepUser', params: ({ event }) => event },
      meta: { req: 'R12' },
    },
    'language.changed': {
      actions: { type: 'keepLocale', params: ({ event }) => event },
      meta: { req: 'R4' },
    },
    'location.changed': {
      actions: [
        { type: 'keepPath', params: ({ event }) => event },
        { type: 'tellLocation', params: ({ event }) => event },
      ],
      meta: { req: 'R4' },
    },
    'task.ended': [
      {
        guard: { type: 'isWatchedSuccess', params: ({ event }) => event },
        actions: { type: 'goToResult', params: ({ event }) => event },
        meta: { req: 'R72' },
      },
      {
        guard: { type: 'isUnseenEnd', params: ({ event }) => event },
        actions: { type: 'toastEnd', params: ({ event }) => event },
        meta: { req: 'R72' },
      },
    ],
  },
  states: { boot, arrival, connection, core, navigation, page },
});
