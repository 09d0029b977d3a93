import { describeChart } from '../../testing/chart-descriptor.ts';
import { guest, member, offline, refused, rejecting } from '../../testing/samples.ts';
import { removalsMachine } from '../removals.machine.ts';

export const removalsDescriptor = describeChart<typeof removalsMachine>({
  machine: removalsMachine,
  charts: {
    'removals.requested': {
      one: { ids: ['r1'] },
      'two, of which one is asked for twice': { ids: ['r1', 'r2'] },
    },
    'user.changed': { 'a member': { user: member }, 'a guest': { user: guest } },
  },
  actors: {
    deleteRecord: {
      done: { '': undefined },
      error: {
        offline: rejecting(offline),
        'it is gone': rejecting(refused('record_gone')),
      },
    },
  },
  reads: ({ queue, removal, visitor }) => [queue, removal, visitor],
  bounds: { stop: ({ removal }) => removal.asked > 3 },
  laws: {
    'a deleted record is reported to every chart that may show it': {
      holds: ({ told }) => {
        const reports = (chart: string) => told.filter(({ to }) => to === chart).length;
        return reports('records') === reports('runs') && reports('result') === reports('runs');
      },
      brokenBy: (machine) => machine.provide({ actions: { tellResult: () => {} } }),
    },
    'a message says of each deletion of several records how many were deleted or not': {
      holds: ({ before, now, told }) => {
        const hasEnded = before.matches('removing') && !now.matches('removing');
        const { asked } = before.context.removal;
        return !hasEnded || asked < 2 || told.some(({ to }) => to === 'toast');
      },
      brokenBy: (machine) => machine.provide({ actions: { toastOutcome: () => {} } }),
    },
    'nothing is deleted after the visitor has changed': {
      holds: ({ before, now, event }) =>
        event?.type !== 'user.changed' ||
        before.context.visitor === now.context.visitor ||
        now.matches('idle'),
      brokenBy: 'removals.removing on user.changed: dropped user.changed',
    },
  },
});
