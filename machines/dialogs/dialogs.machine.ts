import { failed } from '../port-actors.ts';
import { dialogsSetup, noDialog } from './dialogs.setup.ts';

const answered = (params: (args: { event: { output: unknown } }) => { answer: unknown }) =>
  [
    { type: 'tellAnswered', params },
    { type: 'answer', params },
  ] as const;

const answering = answered(({ event }) => ({ answer: event.output }));

const unanswered = [
  { type: 'tellAnswered', params: { answer: null } },
  { type: 'answer', params: { answer: null } },
] as const;

const dismissed = { target: 'closed', actions: unanswered, meta: { req: 'R15' } } as const;

const withdrawn = {
  guard: {
    type: 'isFor',
    params: ({ event }: { event: { requester: never } }) => event,
  },
  target: 'closed',
  actions: {
    type: 'dropWaiting',
    params: ({ event }: { event: { requester: never } }) => event,
  },
  meta: { req: 'ours' },
} as const;

/**
 * One dialog at a time, in the order they were asked for (R15). Each is a chart of its own, with
 * the dialog's input; what it puts out is the answer.
 */
export const dialogsMachine = dialogsSetup.createMachine({
  id: 'dialogs',
  options: { maxIterations: 1000 },
  context: { current: noDialog, waiting: [] },
  initial: 'closed',
  on: {
    'dialog.opened': [
      { guard: { type: 'isKnown', params: ({ event }) => event }, meta: { req: 'R15' } },
      { actions: { type: 'queue', params: ({ event }) => event }, meta: { req: 'R15' } },
    ],
    'dialog.withdrawn': {
      actions: { type: 'dropWaiting', params: ({ event }) => event },
      meta: { req: 'ours' },
    },
  },
  states: {
    closed: {
      entry: 'forget',
      meta: { view: 'no dialog' },
      always: {
        guard: 'hasWaiting',
        target: 'loading',
        actions: 'takeNext',
        meta: { req: 'R15' },
      },
    },
    loading: {
      meta: { view: 'the page, a dialog on its way; a way to do without it' },
      invoke: {
        id: 'loadDialog',
        src: 'loadDialog',
        input: ({ context }) => ({ kind: context.current.kind }),
        onDone: { target: 'open', meta: { req: 'R15' } },
        onError: {
          target: 'failed',
          actions: { type: 'reportFailure', params: failed },
          meta: { req: 'R79' },
        },
      },
      on: { 'dialog.dismissed': dismissed, 'dialog.withdrawn': withdrawn },
    },
    open: {
      entry: ['startDialog', 'tellOpened'],
      exit: 'stopDialog',
      meta: { view: 'one dialog over the page' },
      on: {
        'xstate.done.actor.dialog': { target: 'closed', actions: answering, meta: { req: 'R15' } },
        'xstate.error.actor.dialog': {
          target: 'failed',
          actions: { type: 'reportFailure', params: failed },
          meta: { req: 'ours' },
        },
        'dialog.withdrawn': withdrawn,
      },
    },
    failed: {
      meta: { view: 'that a dialog cannot be shown, a way to try again, a way to do without it' },
      on: {
        'dialog.retried': { target: 'loading', meta: { req: 'R79' } },
        'connection.restored': { target: 'loading', meta: { req: 'R79' } },
        'dialog.dismissed': dismissed,
        'dialog.withdrawn': withdrawn,
      },
    },
  },
});
