import { removalQuestion } from '../record-notices.ts';
import { describeChart } from '../testing/chart-descriptor.ts';
import { offline, rejecting } from '../testing/samples.ts';
import { dialogsMachine } from './dialogs.machine.ts';
import type { DialogRequest } from './dialogs.types.ts';

const removalOf = (requester: 'records' | 'result', id: string) => ({
  dialog: removalQuestion(requester, id).dialog,
});

const signIn: DialogRequest = {
  id: 'signIn',
  name: 'signIn',
  requester: null,
  kind: 'messageBox',
  input: {
    mode: 'notice',
    title: { id: 'dialog.signIn.title' },
    message: { id: 'dialog.signIn.message' },
  },
};

export const dialogsDescriptor = describeChart<typeof dialogsMachine>({
  machine: dialogsMachine,
  charts: {
    'dialog.requested': {
      'of the records': removalOf('records', 'r1'),
      'of the records, another': removalOf('records', 'r2'),
      'of the result': removalOf('result', 'r1'),
      'that nobody waits for': { dialog: signIn },
    },
    'dialog.withdrawn': {
      'by the records': { requester: 'records' },
      'by the result': { requester: 'result' },
    },
    'dialog.failed': ({ queue: [first] }) => ({
      ...(first && { 'the open one': { id: first.id, failure: { reason: 'unexpected' } } }),
      'one before': { id: 'before', failure: { reason: 'unexpected' } },
    }),
  },
  actors: {
    // the charts of dialogs have walks of their own
    loadDialog: { done: { '': {} }, error: { offline: rejecting(offline) } },
    dialog: {
      done: { confirmed: 'confirmed', cancelled: 'cancelled' },
      error: { 'a fault': new Error('a fault') },
    },
  },
  reads: ({ queue }) => queue.map(({ id }) => id),
  laws: {
    'no dialog is there twice': ({ queue }) =>
      new Set(queue.map(({ id }) => id)).size === queue.length,
  },
});
