import {
  assign,
  type DoneActorEvent,
  type ErrorActorEvent,
  emit,
  enqueueActions,
  sendTo,
  setup,
  stopChild,
} from 'xstate';
import type { CallRejected } from '../app/app.types.ts';
import { chart } from '../charts.ts';
import type { StateMeta, TransitionMeta } from '../model/chart-meta.ts';
import type { ProductEvent } from '../model/product-event.ts';
import { neededCall } from '../port-actors.ts';
import type { DialogPort } from '../ports/dialog.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type {
  DialogAnswered,
  DialogRequest,
  DialogRequester,
  DialogsContext,
  DialogsEvent,
} from './dialogs.types.ts';

/** The chart of the open dialog is a child with this id; its systemId is the dialog's kind. */
type OwnEvent = DoneActorEvent<unknown, 'dialog'> | ErrorActorEvent<unknown, 'dialog'>;

type Dialog = { dialog: DialogRequest };
type Requester = { requester: DialogRequester };
type Answer = { answer: unknown };

export const noDialog: DialogRequest = {
  id: '',
  name: 'none',
  requester: null,
  kind: 'messageBox',
  input: { mode: 'notice', title: { id: '' }, message: { id: '' } },
};

const namesOf = (answer: unknown): string => {
  if (answer === null) return 'none';
  return typeof answer === 'string' ? answer : 'given';
};

/** The charts of dialogs are put in by name (machines/app/children.ts). */
const startDialog = enqueueActions<
  DialogsContext,
  DialogsEvent | OwnEvent,
  undefined,
  DialogsEvent | OwnEvent,
  never,
  never,
  never,
  never,
  never
>((({ context: { current }, enqueue }: Parameters<Parameters<typeof enqueueActions>[0]>[0]) => {
  const { kind, input } = current;
  enqueue.spawnChild(kind, { id: 'dialog', systemId: kind, input });
}) as never);

/** Names and bodies of the dialogs. */
export const dialogsSetup = setup({
  types: {
    context: {} as DialogsContext,
    events: {} as DialogsEvent | OwnEvent,
    emitted: {} as ProductEvent,
    meta: {} as StateMeta,
    transitionMeta: {} as TransitionMeta,
  },
  actors: { loadDialog: neededCall<DialogPort['loadDialog']>('loadDialog') },
  guards: {
    isKnown: ({ context }, { dialog }: Dialog) =>
      [context.current, ...context.waiting].some(({ id }) => id === dialog.id),
    hasWaiting: ({ context }) => context.waiting.length > 0,
    isFor: ({ context }, { requester }: Requester) => context.current.requester === requester,
  },
  actions: {
    queue: assign(({ context }, { dialog }: Dialog) => ({
      waiting: [...context.waiting, dialog],
    })),
    takeNext: assign(({ context: { waiting } }) => {
      const [current = noDialog, ...others] = waiting;
      return { current, waiting: others };
    }),
    dropWaiting: assign(({ context }, { requester }: Requester) => ({
      waiting: context.waiting.filter((dialog) => dialog.requester !== requester),
    })),
    forget: assign({ current: noDialog }),
    startDialog,
    stopDialog: stopChild('dialog'),
    answer: sendTo(
      ({ context, system }) => chart(context.current.requester)({ system }),
      ({ context: { current } }, { answer }: Answer) =>
        ({ type: 'dialog.answered', id: current.id, kind: current.kind, answer }) as DialogAnswered,
    ),
    reportFailure: sendTo(
      chart('app'),
      (_, { failure }: { failure: PortFailure }): CallRejected => ({
        type: 'call.rejected',
        failure,
      }),
    ),
    tellOpened: emit(({ context }) => ({ type: 'dialog.opened', dialog: context.current.name })),
    tellAnswered: emit(({ context }, { answer }: Answer) => ({
      type: 'dialog.answered',
      dialog: context.current.name,
      answer: namesOf(answer),
    })),
  },
});
