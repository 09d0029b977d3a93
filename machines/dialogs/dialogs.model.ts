import { describeChart } from '../chart-model.ts';
import { dialogsMachine } from './dialogs.machine.ts';

const removalOf = (id: string) => ({
  dialog: {
    id: `records.removal.${id}`,
    requester: 'records' as const,
    content: {
      kind: 'messageBox' as const,
      mode: 'confirm' as const,
      title: { id: 'dialog.deleteRecord.title' },
      message: { id: 'dialog.deleteRecord.message' },
    },
  },
});

export const dialogsModel = describeChart<typeof dialogsMachine>({
  machine: dialogsMachine,
  charts: {
    'dialog.opened': {
      'of the records': removalOf('r1'),
      'of the records, another': removalOf('r2'),
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
