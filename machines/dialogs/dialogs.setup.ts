import { type AnyStateMachine, assign, emit, enqueueActions, sendTo, stopChild } from 'xstate';
import type { CallRejected } from '../app/app.types.ts';
import { sendRejected, setupChart } from '../chart-setup.ts';
import { chart } from '../charts.ts';
import type { StateMeta } from '../model/chart-meta.ts';
import type { ProductEvent } from '../model/product-event.ts';
import type { StakeTag } from '../model/stake.ts';
import { ports } from '../port-actors.ts';
import type { DialogPort } from '../ports/dialog.port.ts';
import type { NavigationPort } from '../ports/navigation.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import { dialogActor } from './dialog-actor.ts';
import type {
  DialogAnswer,
  DialogAnswered,
  DialogRequest,
  DialogRequester,
  DialogsContext,
  DialogsEvent,
} from './dialogs.types.ts';

type Dialog = { dialog: DialogRequest };
type Requester = { requester: DialogRequester };
type Answer = { answer: DialogAnswer };

/** Returns the dialog that is loading or open. Every state except `closed` has one. */
export const firstOf = ({ queue: [first] }: DialogsContext): DialogRequest => {
  if (!first)
    throw new Error('No dialog in the queue: only the state `closed` may have an empty queue');
  return first;
};

export const dialogsSetup = setupChart({
  types: {
    context: {} as DialogsContext,
    events: {} as DialogsEvent,
    emitted: {} as ProductEvent,
    meta: {} as StateMeta,
    tags: {} as StakeTag,
  },
  actors: {
    ...ports({ calls: ['loadDialog'] }).of<DialogPort>(),
    ...ports({ streams: ['watchBack'] }).of<NavigationPort>(),
    dialog: dialogActor,
  },
  guards: {
    isKnown: ({ context }, { dialog }: Dialog) => context.queue.some(({ id }) => id === dialog.id),
    isWanted: ({ context }) => context.queue.length > 0,
    isFirst: ({ context }, { id }: { id: string | null }) => context.queue[0]?.id === id,
    isFirstOf: ({ context }, { requester }: Requester) => context.queue[0]?.requester === requester,
  },
  actions: {
    queue: assign(({ context }, { dialog }: Dialog) => ({ queue: [...context.queue, dialog] })),
    dropOf: assign(({ context }, { requester }: Requester) => ({
      queue: context.queue.filter((dialog) => dialog.requester !== requester),
    })),
    dropFirst: assign(({ context }) => ({ queue: context.queue.slice(1) })),
    /**
     * starts the dialog's chart; its systemId is the dialog's kind, so that the screen can find the
     * chart
     */
    start: assign(({ context, spawn }, { loaded }: { loaded: object }) => {
      const { kind, input } = firstOf(context);
      const own = { chart: loaded as AnyStateMachine, input };
      spawn('dialog', { id: 'dialog', systemId: kind, input: own });
      return {};
    }),
    stop: stopChild('dialog'),
    answer: sendTo(
      ({ context, system }) => chart(firstOf(context).requester)({ system }),
      ({ context }, { answer }: Answer): DialogAnswered => ({
        type: 'dialog.answered',
        id: firstOf(context).id,
        answer,
      }),
    ),
    cancelAllBut: enqueueActions(({ context, enqueue }, { but }: { but: string | null }) => {
      for (const { id, requester } of context.queue.filter((dialog) => dialog.id !== but)) {
        const answered: DialogAnswered = { type: 'dialog.answered', id, answer: 'cancelled' };
        if (requester) enqueue.sendTo(chart(requester), answered);
      }
      enqueue.assign({ queue: context.queue.filter((dialog) => dialog.id === but) });
    }),
    complain: sendTo(
      chart('app'),
      (_, { failure }: { failure: PortFailure }): CallRejected => ({
        type: 'call.rejected',
        failure,
        fallback: 'toast.dialogFailed',
      }),
    ),
    reportFailure: sendRejected(),
    tellOpened: emit(({ context }) => ({ type: 'dialog.opened', dialog: firstOf(context).name })),
    /** emits the answer only if it is a word; answers that contain data are not logged */
    tellAnswered: emit(({ context }, { answer }: Answer) => ({
      type: 'dialog.answered',
      dialog: firstOf(context).name,
      answer: typeof answer === 'string' ? answer : 'given',
    })),
  },
});
