import { describeChart } from '../../testing/chart-descriptor.ts';
import { unseenMachine } from '../unseen.machine.ts';

const end = {
  recordId: 'r1',
  end: 'succeeded',
  byCore: false,
  inHand: false,
  isOfBatch: false,
} as const;

export const unseenDescriptor = describeChart<typeof unseenMachine>({
  machine: unseenMachine,
  inputs: { 'the home page': { path: '/' } },
  charts: {
    'task.ended': {
      'done, unseen': { ...end, watched: false },
      'failed, unseen': { ...end, end: 'failed', watched: false },
      'done, watched': { ...end, watched: true },
    },
    'location.changed': { records: { path: '/record' }, 'the terms': { path: '/terms' } },
  },
  reads: ({ path }) => path === '/record',
});
