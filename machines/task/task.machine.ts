import { failed } from '../port-actors.ts';
import { sortRejected } from '../record-guards.ts';
import { noTask, present, taskSetup } from './task.setup.ts';
import { working } from './task.working.ts';

const choosable = {
  'photo.chosen': {
    target: '#task.checking',
    reenter: true,
    actions: { type: 'keepSource', params: ({ event }) => event },
    meta: { req: 'R42' },
  },
} as const satisfies Parameters<typeof taskSetup.createStateConfig>[0]['on'];

const removable = {
  'photo.removed': { target: '#task.choosing', actions: 'forgetTask', meta: { req: 'ours' } },
} as const;

const next = { ...choosable, ...removable } as const;

const again = {
  ...next,
  'retry.pressed': {
    guard: 'hasPhoto',
    target: '#task.chosen',
    actions: 'forgetAttempt',
    meta: { req: 'ours' },
  },
} as const;

/** One photo through one function (R33, R42, R71, R72), from the choice to its end. */
export const taskMachine = taskSetup.createMachine({
  id: 'task',
  options: { maxIterations: 1000 },
  context: { ...noTask, setup: null, functionCode: null },
  initial: 'resuming',
  on: {
    'setup.loaded': {
      actions: { type: 'keepSetup', params: ({ event }) => event },
      meta: { req: 'R11' },
    },
  },
  states: {
    resuming: {
      meta: { view: 'the way to choose a photo, while the server is asked' },
      on: choosable,
      invoke: {
        id: 'findRunningTask',
        src: 'findRunningTask',
        onDone: [
          {
            guard: { type: 'isFound', params: ({ event }) => ({ record: event.output }) },
            target: 'working.step.following',
            actions: [
              { type: 'keepRecord', params: ({ event }) => ({ record: present(event.output) }) },
              'openOverlayAway',
            ],
            meta: { req: 'R71' },
          },
          { target: 'choosing', meta: { req: 'R71' } },
        ],
        onError: {
          target: 'choosing.unasked',
          actions: { type: 'reportFailure', params: failed },
          meta: { req: 'R71' },
        },
      },
    },
    choosing: {
      initial: 'empty',
      on: choosable,
      states: {
        empty: { meta: { view: 'the way to choose a photo' } },
        unasked: {
          meta: { view: 'the way to choose a photo; the server could not be asked' },
          on: { 'connection.restored': { target: '#task.resuming', meta: { req: 'R71' } } },
        },
        refused: {
          meta: { view: 'why the photo cannot be used, and the way to choose another' },
          on: removable,
        },
      },
    },
    checking: {
      meta: { view: 'the photo is looked into' },
      on: next,
      invoke: {
        id: 'inspectPhoto',
        src: 'inspectPhoto',
        input: ({ context }) => ({ source: present(context.source) }),
        onDone: [
          {
            guard: { type: 'hasProblem', params: ({ event }) => ({ photo: event.output }) },
            target: 'choosing.refused',
            actions: {
              type: 'keepProblem',
              params: ({ event }) => ({ photo: event.output }),
            },
            meta: { req: 'R42' },
          },
          {
            target: 'chosen',
            actions: { type: 'keepPhoto', params: ({ event }) => ({ photo: event.output }) },
            meta: { req: 'R42' },
          },
        ],
        onError: {
          target: 'choosing.refused',
          actions: ['keepUnreadable', { type: 'keepFailure', params: failed }],
          meta: { req: 'R42' },
        },
      },
    },
    chosen: {
      meta: { view: 'the photo, the functions, the price, the way to start' },
      on: {
        ...next,
        'function.selected': {
          guard: { type: 'isOffered', params: ({ event }) => event },
          actions: { type: 'selectFunction', params: ({ event }) => event },
          meta: { req: 'R43' },
        },
        'start.pressed': {
          guard: 'canStart',
          target: 'working',
          actions: ['forgetAttempt', 'watch', 'openOverlay'],
          meta: { req: 'R42' },
        },
      },
    },
    working,
    sorting: {
      meta: { view: 'passing' },
      always: [
        {
          guard: { type: 'isPhase', params: { phase: 'succeeded' } },
          target: 'succeeded',
          meta: { req: 'R44' },
        },
        ...sortRejected,
        {
          guard: { type: 'isPhase', params: { phase: 'failed' } },
          target: 'failed',
          actions: { type: 'tellEnd', params: { phase: 'failed' } },
          meta: { req: 'R44' },
        },
        {
          guard: { type: 'isPhase', params: { phase: 'cancelled' } },
          target: 'cancelled',
          meta: { req: 'ours' },
        },
        { target: 'working.step.following', meta: { req: 'R71' } },
      ],
    },
    succeeded: {
      entry: [
        'finishOverlay',
        { type: 'tellEnd', params: { phase: 'succeeded' } },
        'tellUserOutdated',
      ],
      meta: { view: 'the result is ready' },
      on: next,
    },
    rejected: {
      entry: [
        'closeOverlay',
        { type: 'tellEnd', params: { phase: 'rejected' } },
        'tellUserOutdated',
      ],
      meta: { view: 'the core refused the photo; nothing was charged' },
      on: again,
    },
    failed: {
      entry: ['closeOverlay', 'tellUserOutdated'],
      meta: {
        view: 'it failed; nothing was charged, unless it started after all; a way to try again',
      },
      on: {
        ...again,
        'retry.pressed': [
          {
            // the same key again: a task that did start is found, and never paid for twice
            guard: 'mayHaveStarted',
            target: 'working.step.starting',
            actions: ['insist', 'watch', 'openOverlay'],
            meta: { req: 'R71' },
          },
          again['retry.pressed'],
        ],
      },
    },
    cancelled: {
      entry: ['closeOverlay', 'tellUserOutdated'],
      meta: { view: 'it was cancelled; nothing was charged' },
      on: again,
    },
    limited: {
      entry: ['closeOverlay', 'tellUserOutdated'],
      meta: { view: 'the free allowance of today is used up, and when there is more' },
      on: again,
    },
  },
});
