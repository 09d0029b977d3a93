import type { AttemptInput } from '../attempt/attempt.types.ts';
import type { PhotoSource } from '../model/photo.ts';
import type { TaskRecord } from '../model/task-record.ts';
import { failed } from '../port-actors.ts';
import { attemptOf } from './tray.choice.ts';
import { ended } from './tray.ended.ts';
import { traySetup } from './tray.setup.ts';
import type { TrayContext } from './tray.types.ts';
import { crash, working } from './tray.working.ts';

const choosable = {
  'photo.chosen': {
    target: '#tray.checking',
    reenter: true,
    actions: [
      { type: 'keepSource', params: ({ event }: { event: { source: PhotoSource } }) => event },
      { type: 'emitChosen', params: ({ event }: { event: { source: PhotoSource } }) => event },
    ],
    meta: { req: 'R42' },
  },
} as const;

const removable = {
  'photo.removed': { target: '#tray.choosing', actions: 'putAway', meta: { req: 'ours' } },
} as const;

const replaceable = { ...choosable, ...removable } as const;

const foundAgain = ({
  event,
}: {
  event: { output: TaskRecord | null };
}): {
  input: AttemptInput | null;
} => ({ input: event.output && { from: 'record', record: event.output } });

const resuming = traySetup.createStateConfig({
  meta: { view: 'the way to choose a photo, while the server is asked' },
  on: choosable,
  invoke: {
    id: 'findRunningTask',
    src: 'findRunningTask',
    onDone: [
      {
        guard: { type: 'canBegin', params: foundAgain },
        target: 'working.away',
        actions: [{ type: 'begin', params: foundAgain }, 'openOverlayAway'],
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
});

const choosing = traySetup.createStateConfig({
  initial: 'empty',
  on: choosable,
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

const checking = traySetup.createStateConfig({
  meta: { view: 'the photo is looked into' },
  on: replaceable,
  invoke: {
    id: 'inspectPhoto',
    src: 'inspectPhoto',
    input: ({ context: { held } }) => (held.kind === 'source' ? { source: held.source } : null),
    onDone: [
      {
        guard: { type: 'hasProblem', params: ({ event }) => ({ photo: event.output }) },
        target: 'choosing.refused',
        actions: { type: 'keepProblem', params: ({ event }) => ({ photo: event.output }) },
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
      actions: { type: 'keepUnreadable', params: failed },
      meta: { req: 'R42' },
    },
  },
});

const ready = ({ context }: { context: TrayContext }) => ({ input: attemptOf(context) });

const chosen = traySetup.createStateConfig({
  entry: 'reviewFunction',
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
        { type: 'emitSelected', params: ({ event }) => event },
      ],
      meta: { req: 'R43' },
    },
    'option.changed': {
      guard: { type: 'isAllowed', params: ({ event }) => event },
      actions: { type: 'keepOption', params: ({ event }) => event },
      meta: { req: 'ours' },
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
      actions: { type: 'dropCard', params: ({ event }) => event },
      meta: { req: 'R72' },
    },
  },
  states: { resuming, choosing, checking, chosen, working, ended },
});
