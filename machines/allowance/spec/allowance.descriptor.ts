import { describeChart } from '../../testing/chart-descriptor.ts';
import { guest, member, rejecting } from '../../testing/samples.ts';
import { allowanceMachine } from '../allowance.machine.ts';

export const allowanceDescriptor = describeChart<typeof allowanceMachine>({
  machine: allowanceMachine,
  charts: { 'user.changed': { 'a guest': { user: guest }, 'a member': { user: member } } },
  actors: {
    waitUntil: {
      done: { '': undefined },
      error: { unsupported: rejecting({ reason: 'unsupported' }) },
    },
  },
  reads: () => null,
});
