import { failed } from '../port-actors.ts';
import { dialogsSetup, firstOf } from './dialogs.setup.ts';
import type { DialogAnswer } from './dialogs.types.ts';

const output = ({ event }: { event: { output: DialogAnswer } }) => ({ answer: event.output });
const cancelled = { answer: 'cancelled' } as const;

/** Sends the answer to the requester, and opens the next dialog. */
const answered = [
  { type: 'tellAnswered', params: output },
  { type: 'answer', params: output },
  'dropFirst',
] as const;

const notAnswered = [
  { type: 'tellAnswered', params: cancelled },
  { type: 'answer', params: cancelled },
  'dropFirst',
] as const;

/** Reports a dialog that could not be loaded or has crashed. Such a dialog counts as cancelled. */
const broken = {
  target: 'closed',
  actions: [{ type: 'complain', params: failed }, ...notAnswered],
} as const;

/**
 * Shows one dialog at a time, in the order of the requests (R15). Each dialog has its own chart,
 * which is loaded when the dialog is requested. The output of that chart is the answer to the
 * request.
 */
export const dialogsMachine = dialogsSetup.createMachine({
  id: 'dialogs',
  context: { queue: [] },
  initial: 'closed',
  on: {
    'dialog.requested': [
      { guard: { type: 'isKnown', params: ({ event }) => event } },
      { actions: { type: 'queue', params: ({ event }) => event } },
    ],
    'dialog.withdrawn': [
      {
        guard: { type: 'isFirstOf', params: ({ event }) => event },
        target: '.closed',
        actions: { type: 'dropOf', params: ({ event }) => event },
      },
      { actions: { type: 'dropOf', params: ({ event }) => event } },
    ],
    'dialogs.cancelled': [
      {
        guard: { type: 'isFirst', params: ({ event }) => ({ id: event.but }) },
        actions: { type: 'cancelAllBut', params: ({ event }) => event },
      },
      {
        guard: 'isWanted',
        target: '.closed',
        actions: [
          { type: 'tellAnswered', params: cancelled },
          { type: 'cancelAllBut', params: ({ event }) => event },
        ],
      },
    ],
  },
  states: {
    closed: {
      meta: { view: 'no dialog' },
      always: { guard: 'isWanted', target: 'loading' },
    },
    loading: {
      tags: 'unkept',
      meta: { view: 'the page, a dialog loading' },
      invoke: {
        id: 'loadDialog',
        src: 'loadDialog',
        input: ({ context }) => ({ kind: firstOf(context).kind }),
        onDone: {
          target: 'open',
          actions: { type: 'start', params: ({ event }) => ({ loaded: event.output }) },
        },
        onError: broken,
      },
    },
    open: {
      tags: 'unkept',
      entry: 'tellOpened',
      exit: 'stop',
      meta: { view: 'one dialog over the page' },
      invoke: {
        id: 'watchBack',
        src: 'watchBack',
        onError: { actions: { type: 'reportFailure', params: failed } },
      },
      on: {
        'back.pressed': { target: 'closed', actions: notAnswered },
        'xstate.done.actor.dialog': { target: 'closed', actions: answered },
        'xstate.error.actor.dialog': broken,
        'dialog.failed': {
          guard: { type: 'isFirst', params: ({ event }) => event },
          target: 'closed',
          actions: [{ type: 'complain', params: ({ event }) => event }, ...notAnswered],
        },
      },
    },
  },
});
