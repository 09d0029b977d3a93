import { describeChart } from '../testing/chart-descriptor.ts';
import { toastMachine } from './toast.machine.ts';

export const toastDescriptor = describeChart<typeof toastMachine>({
  machine: toastMachine,
  charts: {
    'toast.requested': {
      'a success': { kind: 'success', message: { id: 'toast.recordDeleted' } },
      'an error': { kind: 'error', message: { text: 'No.', code: '500' } },
    },
  },
  people: { 'toast.dismissed': {} },
  reads: () => null,
  laws: {
    'a new toast has a new number': ({ toast, count }, before) =>
      toast === null || count === before.count || toast.number !== before.toast?.number,
  },
});
