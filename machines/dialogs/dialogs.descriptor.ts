import { describeChart } from '../testing/chart-descriptor.ts';
import { dialogsMachine } from './dialogs.machine.ts';

const removalOf = (requester: 'records' | 'result', id: string) => ({
  dialog: {
    id: `${requester}.removal.${id}`,
    requester,
    content: {
      kind: 'messageBox' as const,
      mode: 'confirm' as const,
      title: { id: 'dialog.deleteRecord.title' },
      message: { id: 'dialog.deleteRecord.message' },
    },
  },
});

export const dialogsDescriptor = describeChart<typeof dialogsMachine>({
  machine: dialogsMachine,
  charts: {
    'dialog.opened': {
      'of the records': removalOf('records', 'r1'),
      'of the records, another': removalOf('records', 'r2'),
      'of the result': removalOf('result', 'r1'),
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
