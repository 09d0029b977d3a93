import { describeChart } from '../../../machines/testing/chart-descriptor.ts';
import { offline, rejecting } from '../../../machines/testing/samples.ts';
import { ratingMachine } from './rating.machine.ts';

const end = {
  recordId: 'r1',
  byCore: false,
  watched: false,
  inHand: false,
  isOfBatch: false,
} as const;

export const ratingDescriptor = describeChart<typeof ratingMachine>({
  machine: ratingMachine,
  people: {
    'rating.given': { happy: { happy: true }, unhappy: { happy: false } },
    'rating.retried': {},
    'rating.dismissed': {},
  },
  charts: {
    'task.ended': { done: { ...end, end: 'succeeded' }, failed: { ...end, end: 'failed' } },
    'dialog.answered': {
      'with words': { id: 'rating.comment', answer: { comment: 'too dark' } },
      cancelled: { id: 'rating.comment', answer: 'cancelled' },
    },
  },
  actors: { saveRating: { done: {}, error: { offline: rejecting(offline) } } },
  reads: () => null,
});
