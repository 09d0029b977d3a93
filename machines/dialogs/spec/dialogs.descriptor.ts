import { removalQuestion } from '../../record-notices.ts';
import { signInRequest } from '../../sign-in/sign-in.request.ts';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { offline, rejecting } from '../../testing/samples.ts';
import { dialogsMachine } from '../dialogs.machine.ts';

const removalOf = (requester: 'records' | 'result', id: string) => ({
  dialog: removalQuestion(requester, id).dialog,
});

const signIn = signInRequest({ link: null, hasEnded: true });

export const dialogsDescriptor = describeChart<typeof dialogsMachine>({
  machine: dialogsMachine,
  charts: {
    'dialog.requested': {
      'of the records': removalOf('records', 'r1'),
      'of the records, another': removalOf('records', 'r2'),
      'of the result': removalOf('result', 'r1'),
      'of the session': { dialog: signIn.dialog },
    },
    'dialog.withdrawn': {
      'by the records': { requester: 'records' },
      'by the result': { requester: 'result' },
    },
    'dialogs.cancelled': {
      'all of them': { but: null },
      'but the sign-in': { but: 'signIn' },
    },
    'dialog.failed': ({ queue: [first] }) => ({
      ...(first && { 'the open one': { id: first.id, failure: { reason: 'unexpected' } } }),
      'one before': { id: 'before', failure: { reason: 'unexpected' } },
    }),
  },
  actors: {
    // Only the answers of the loader. Each dialog's chart has its own descriptor.
    loadDialog: { done: { '': {} }, error: { offline: rejecting(offline) } },
    dialog: {
      done: ({ queue: [first] }) =>
        first?.kind === 'signIn'
          ? { 'signed in': 'signedIn', cancelled: 'cancelled' }
          : { confirmed: 'confirmed', cancelled: 'cancelled' },
      error: { 'a fault': new Error('a fault') },
    },
    watchBack: {
      sends: { '': { type: 'back.pressed' } },
      error: { 'a fault': new Error('a fault') },
    },
  },
  reads: ({ queue }) => queue.map(({ id }) => id),
  laws: {
    'no dialog is queued twice': {
      holds: ({ now: { context } }) =>
        new Set(context.queue.map(({ id }) => id)).size === context.queue.length,
      brokenBy: (machine) => machine.provide({ guards: { isKnown: () => false } }),
    },
    'each requester is answered once': {
      holds: ({ before, now, event, told }) => {
        if (event?.type === 'dialog.withdrawn') return true;
        const gone = before.context.queue.filter((dialog) => !now.context.queue.includes(dialog));
        const answers = told.filter((one) => one.event.type === 'dialog.answered');
        const waiting = gone.filter(({ requester }) => requester !== null);
        return (
          waiting.length === answers.length &&
          waiting.every(({ id, requester }) =>
            answers.some((one) => one.to === requester && one.event.id === id),
          )
        );
      },
      brokenBy: 'dialogs.open on xstate.done.actor.dialog: without the action answer',
    },
    'a requester that has stopped gets no dialog and no answer': {
      holds: ({ now, event, told }) =>
        event?.type !== 'dialog.withdrawn' ||
        (now.context.queue.every(({ requester }) => requester !== event.requester) &&
          told.every(({ to }) => to !== event.requester)),
      brokenBy: (machine) => machine.provide({ actions: { dropOf: () => {} } }),
    },
  },
});
