import { assign, sendTo, setup } from 'xstate';
import { chart } from '../charts.ts';
import type { StateMeta, TransitionMeta } from '../model/chart-meta.ts';
import type { DialogAnswered, DialogRequest, DialogRequester } from '../model/dialog.ts';
import type { DialogsContext, DialogsEvent } from './dialogs.types.ts';

/** One dialog at a time (R15); others wait their turn, so that none is lost. */
export const dialogsMachine = setup({
  types: {
    context: {} as DialogsContext,
    events: {} as DialogsEvent,
    meta: {} as StateMeta,
    transitionMeta: {} as TransitionMeta,
  },
  guards: {
    isKnown: ({ context }, { dialog }: { dialog: DialogRequest }) =>
      [context.open, ...context.waiting].some((known) => known?.id === dialog.id),
    hasWaiting: ({ context }) => context.waiting.length > 0,
    isOpenFor: ({ context }, { requester }: { requester: DialogRequester }) =>
      context.open?.requester === requester,
  },
  actions: {
    queue: assign(({ context }, { dialog }: { dialog: DialogRequest }) => ({
      waiting: [...context.waiting, dialog],
    })),
    openNext: assign(({ context: { waiting } }) => ({
      open: waiting[0] ?? null,
      waiting: waiting.slice(1),
    })),
    dropWaiting: assign(({ context }, { requester }: { requester: DialogRequester }) => ({
      waiting: context.waiting.filter((dialog) => dialog.requester !== requester),
    })),
    forget: assign({ open: null }),
    answer: sendTo(
      ({ context, system }) => chart(context.open?.requester ?? null)({ system }),
      ({ context }, { answer }: { answer: DialogAnswered['answer'] }): DialogAnswered => ({
        type: 'dialog.answered',
        id: context.open?.id ?? '',
        answer,
      }),
    ),
  },
}).createMachine({
  id: 'dialogs',
  options: { maxIterations: 1000 },
  context: { open: null, waiting: [] },
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
        target: 'open',
        actions: 'openNext',
        meta: { req: 'R15' },
      },
    },
    open: {
      meta: { view: 'one dialog over the page' },
      on: {
        'dialog.confirmed': {
          target: 'closed',
          actions: { type: 'answer', params: { answer: 'confirmed' } },
          meta: { req: 'R15' },
        },
        'dialog.cancelled': {
          target: 'closed',
          actions: { type: 'answer', params: { answer: 'cancelled' } },
          meta: { req: 'R15' },
        },
        'dialog.withdrawn': {
          guard: { type: 'isOpenFor', params: ({ event }) => event },
          target: 'closed',
          actions: { type: 'dropWaiting', params: ({ event }) => event },
          meta: { req: 'ours' },
        },
      },
    },
  },
});
