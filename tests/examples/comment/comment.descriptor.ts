import { describeChart } from '../../../machines/testing/chart-descriptor.ts';
import { commentMachine } from './comment.machine.ts';

export const commentDescriptor = describeChart<typeof commentMachine>({
  machine: commentMachine,
  inputs: { 'ten letters': { longest: 10 } },
  people: {
    'comment.changed': { short: { text: 'too dark' }, long: { text: 'much too dark' } },
    'comment.sent': {},
  },
  reads: ({ comment }) => comment,
});
