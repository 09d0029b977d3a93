import { assign } from 'xstate';
import { describeChart } from '../../testing/chart-descriptor.ts';
import { toastMachine } from '../toast.machine.ts';

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
    'a new toast has a new number': {
      holds: ({ before, now }) =>
        now.context.toast === null ||
        now.context.toast === before.context.toast ||
        now.context.toast.number !== before.context.toast?.number,
      brokenBy: (machine) =>
        machine.provide({
          actions: {
            show: assign((_, toast) => ({ toast: { to: null, ...toast, number: 1 } })),
          },
        }),
    },
  },
});
