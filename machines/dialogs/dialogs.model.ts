import { describeChart } from '../chart-model.ts';
import { dialogsMachine } from './dialogs.machine.ts';

export const dialogsModel = describeChart<typeof dialogsMachine>({
  machine: dialogsMachine,
  charts: {
    'dialog.opened': {
      'of the records': {
        dialog: {
          id: 'records.removal.r1',
          requester: 'records',
          content: {
            kind: 'messageBox',
            mode: 'confirm',
            title: { id: 'dialog.deleteRecord.title' },
            message: { id: 'dialog.deleteRecord.message' },
          },
        },
      },
      'that nobody waits for': {
        dialog: { id: 'signIn', requester: null, content: { kind: 'signIn' } },
      },
    },
    'dialog.withdrawn': {
      'by the records': { requester: 'records' },
      'by the result': { requester: 'result' },
    },
  },
  people: { 'dialog.confirmed': {}, 'dialog.cancelled': {} },
  reads: ({ open, waiting }) => [open?.id, waiting.map((dialog) => dialog.id)],
  laws: {
    'no dialog is there twice': ({ open, waiting }) => {
      const ids = [...(open ? [open] : []), ...waiting].map((dialog) => dialog.id);
      return new Set(ids).size === ids.length;
    },
  },
});
