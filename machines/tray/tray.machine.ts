import type { AttemptInput } from '../attempt/attempt.types.ts';
import type { KeptPhoto } from '../model/kept-photo.ts';
import type { Photo } from '../model/photo.ts';
import type { TaskRecord } from '../model/task-record.ts';
import { failed } from '../port-actors.ts';
import { photosInHand } from './tray.attempts.ts';
import { attemptLeft, attemptOf, sourceOf } from './tray.choice.ts';
import { ended } from './tray.ended.ts';
import { traySetup } from './tray.setup.ts';
import type { PhotoChosen, TrayContext } from './tray.types.ts';
import { crash, working } from './tray.working.ts';

const chosenPhoto = ({ event }: { event: PhotoChosen }) => event;

const choosable = {
  'photo.chosen': {
    target: '#tray.checking',
    reenter: true,
    actions: [
      'releaseHeld',
      { type: 'keepSource', params: chosenPhoto },
      { type: 'emitChosen', params: chosenPhoto },
    ],
    meta: { req: 'R42' },
  },
} as const;

const removable = {
  'photo.removed': {
    target: '#tray.choosing',
    actions: ['releaseHeld', 'putAway'],
    meta: { req: 'ours' },
  },
} as const;

const replaceable = { ...choosable, ...removable } as const;

const foundAgain = ({
  event,
}: {
  event: { output: TaskRecord | null };
}): {
  input: AttemptInput | null;
} => ({ input: event.output && { from: 'record', record: event.output } });

type Taken = { event: { output: KeptPhoto | null } };

const taken = ({ event }: Taken) => ({ photo: event.output });

/** What this visitor has left: a photo on this device, and a task at the server. */
const resuming = traySetup.createStateConfig({
  initial: 'looking',
  on: choosable,
  states: {
    looking: {
      meta: { view: 'the way to choose a photo, while this device is looked through' },
      invoke: {
        id: 'takeKeptPhoto',
        src: 'takeKeptPhoto',
        input: ({ context }) => ({ inHand: photosInHand(context.attempts) }),
        onDone: [
          {
            guard: { type: 'mayBeOnServer', params: taken },
            target: '#tray.checking',
            actions: { type: 'keepKept', params: taken },
            meta: { req: ['R32', 'R79'] },
          },
          {
            target: 'asking',
            actions: { type: 'keepKept', params: taken },
            meta: { req: 'R79' },
          },
        ],
        onError: {
          target: 'asking',
          actions: { type: 'reportFailure', params: failed },
          meta: { req: 'R79' },
        },
      },
      after: { patience: { target: 'asking', meta: { req: 'R79' } } },
    },
    asking: {
      meta: { view: 'the way to choose a photo, while the server is asked' },
      after: {
        patience: { guard: 'holdsKept', target: '#tray.checking', meta: { req: 'R79' } },
      },
      invoke: {
        id: 'findRunningTask',
        src: 'findRunningTask',
        onDone: [
          {
            guard: { type: 'canBeginBeside', params: foundAgain },
            target: '#tray.checking',
            actions: [{ type: 'begin', params: foundAgain }, 'forgetAttempt'],
            meta: { req: ['R71', 'R79'] },
          },
          {
            guard: { type: 'canBegin', params: foundAgain },
            target: '#tray.working.away',
            actions: [{ type: 'begin', params: foundAgain }, 'openOverlayAway'],
            meta: { req: 'R71' },
          },
          { guard: 'holdsKept', target: '#tray.checking', meta: { req: 'R79' } },
          { target: '#tray.choosing', meta: { req: 'R71' } },
        ],
        onError: [
          {
            guard: 'holdsKept',
            target: '#tray.checking',
            actions: { type: 'reportFailure', params: failed },
            meta: { req: 'R79' },
          },
          {
            target: '#tray.choosing.unasked',
            actions: { type: 'reportFailure', params: failed },
            meta: { req: 'R71' },
          },
        ],
      },
    },
  },
});

const choosing = traySetup.createStateConfig({
  initial: 'empty',
  on: {
    ...choosable,
    'keptPhoto.found': {
      target: 'checking',
      actions: { type: 'keepKept', params: ({ event }) => ({ photo: event.kept }) },
      meta: { req: 'R79' },
    },
    'keptPhoto.elsewhere': {
      actions: { type: 'keepElsewhere', params: ({ event }) => event },
      meta: { req: 'R79' },
    },
    'keptPhoto.nowhere': {
      actions: { type: 'keepElsewhere', params: { names: [] } },
      meta: { req: 'R79' },
    },
  },
  invoke: {
    id: 'watchKeptPhotos',
    src: 'watchKeptPhotos',
    input: ({ context }) => ({ inHand: photosInHand(context.attempts) }),
    onError: { actions: { type: 'reportFailure', params: failed }, meta: { req: 'ours' } },
  },
  states: {
    empty: { meta: { view: 'the way to choose a photo' } },
    unasked: {
      meta: { view: 'the way to choose a photo; the server could not be asked' },
      on: { 'connection.restored': { target: '#tray.resuming', meta: { req: 'R71' } } },
    },
    refused: {
      meta: { view: 'why the photo cannot be used, and the way to choose another' },
      on: removable,
    },
  },
});

const inspected = ({ event }: { event: { output: Photo } }) => ({ photo: event.output });

const checking = traySetup.createStateConfig({
  meta: { view: 'the photo is looked into' },
  on: replaceable,
  invoke: {
    id: 'inspectPhoto',
    src: 'inspectPhoto',
    input: ({ context }) => sourceOf(context),
    onDone: [
      {
        guard: { type: 'hasProblem', params: inspected },
        target: 'choosing.refused',
        actions: ['releaseHeld', { type: 'keepProblem', params: inspected }],
        meta: { req: 'R42' },
      },
      {
        guard: 'isLeft',
        target: 'returning',
        actions: { type: 'keepPhoto', params: inspected },
        meta: { req: 'R79' },
      },
      {
        target: 'chosen',
        actions: { type: 'keepPhoto', params: inspected },
        meta: { req: 'R42' },
      },
    ],
    onError: [
      {
        guard: { type: 'canWait', params: failed },
        target: 'postponed',
        meta: { req: 'R79' },
      },
      {
        target: 'choosing.refused',
        actions: ['releaseHeld', { type: 'keepUnreadable', params: failed }],
        meta: { req: 'R42' },
      },
    ],
  },
});

/** What looks into photos could not be loaded. */
const postponed = traySetup.createStateConfig({
  meta: { view: 'the photo waits for the connection, and goes on by itself' },
  on: {
    ...replaceable,
    'connection.restored': {
      target: 'checking',
      actions: { type: 'tellAttempts', params: ({ event }) => event },
      meta: { req: 'R79' },
    },
  },
});

const left = ({ context }: { context: TrayContext }) => ({ input: attemptLeft(context) });

/** A start that was pressed on an earlier page goes on by itself. */
const returning = traySetup.createStateConfig({
  meta: { view: 'the photo of an earlier page, until the functions are known' },
  on: replaceable,
  always: [
    {
      guard: { type: 'canBegin', params: left },
      target: 'working.away',
      actions: [{ type: 'begin', params: left }, 'openOverlayAway'],
      meta: { req: ['R71', 'R79'] },
    },
    // its function is not offered any more
    { guard: 'hasOffer', target: 'chosen', meta: { req: 'R79' } },
  ],
});

const ready = ({ context }: { context: TrayContext }) => ({ input: attemptOf(context) });

const chosen = traySetup.createStateConfig({
  entry: ['reviewFunction', 'tellHeld'],
  meta: { view: 'the photo, the functions, the price, the way to start' },
  on: {
    ...replaceable,
    'setup.loaded': {
      actions: [{ type: 'keepSetup', params: ({ event }) => event }, 'reviewFunction'],
      meta: { req: 'R11' },
    },
    'user.changed': {
      actions: [{ type: 'keepAllowance', params: ({ event }) => event }, 'reviewFunction'],
      meta: { req: 'R39' },
    },
    'function.selected': {
      guard: { type: 'isOffered', params: ({ event }) => event },
      actions: [
        { type: 'selectFunction', params: ({ event }) => event },
        'tellHeld',
        { type: 'emitSelected', params: ({ event }) => event },
      ],
      meta: { req: 'R43' },
    },
    'start.pressed': {
      guard: { type: 'canBegin', params: ready },
      target: 'working',
      actions: [{ type: 'begin', params: ready }, 'openOverlay'],
      meta: { req: 'R42' },
    },
  },
});

/**
 * The photo in hand: chosen, looked into, started, and what has come of it (R42, R71, R72). Attempts
 * go on beside it when another photo is taken; their ends are told all the same.
 */
export const trayMachine = traySetup.createMachine({
  id: 'tray',
  options: { maxIterations: 1000 },
  context: {
    setup: null,
    allowance: null,
    functionCode: null,
    wantedCode: null,
    options: {},
    held: { kind: 'nothing' },
    leftOut: null,
    elsewhere: [],
    attempts: [],
    inHand: null,
    begun: 0,
  },
  initial: 'resuming',
  on: {
    'setup.loaded': {
      actions: { type: 'keepSetup', params: ({ event }) => event },
      meta: { req: 'R11' },
    },
    'user.changed': {
      actions: { type: 'keepAllowance', params: ({ event }) => event },
      meta: { req: 'R39' },
    },
    'connection.lost': {
      actions: { type: 'tellAttempts', params: ({ event }) => event },
      meta: { req: 'R79' },
    },
    'connection.restored': {
      actions: { type: 'tellAttempts', params: ({ event }) => event },
      meta: { req: 'R79' },
    },
    'attempt.moved': {
      actions: { type: 'keepView', params: ({ event }) => event },
      meta: { req: 'R72' },
    },
    'attempt.delayed': {
      actions: { type: 'keepDelay', params: ({ event }) => event },
      meta: { req: 'R72' },
    },
    'attempt.ended': [
      {
        guard: { type: 'isWorthTelling', params: ({ event }) => event },
        actions: [
          { type: 'stopAttempt', params: ({ event }) => event },
          { type: 'keepOutcome', params: ({ event }) => event },
          { type: 'tellEndBeside', params: ({ event }) => event },
        ],
        meta: { req: 'R72' },
      },
      {
        actions: [
          { type: 'stopAttempt', params: ({ event }) => event },
          { type: 'dropCard', params: ({ event }) => event },
        ],
        meta: { req: 'R72' },
      },
    ],
    'xstate.error.actor.attempt.*': {
      actions: [
        { type: 'stopAttempt', params: crash },
        { type: 'keepOutcome', params: crash },
        { type: 'reportFailure', params: failed },
        { type: 'tellEndBeside', params: crash },
      ],
      meta: { req: 'ours' },
    },
    'card.dismissed': {
      actions: [
        { type: 'releaseCard', params: ({ event }) => event },
        { type: 'dropCard', params: ({ event }) => event },
      ],
      meta: { req: 'R72' },
    },
  },
  states: { resuming, choosing, checking, postponed, returning, chosen, working, ended },
});
