import type { TaskEnd } from '../model/task-record.ts';
import { studioSetup } from './studio.setup.ts';
import type { PhotoChosen, StudioContext } from './studio.types.ts';

const again = ({ context: { over } }: { context: StudioContext }) => ({
  input: over?.again ?? null,
  as: 'watched' as const,
});

/** Actions that remove the end of a run from the screen. */
const forgotten = ['freeHand', 'dropOver'] as const;

const source = ({ event }: { event: PhotoChosen }) => event;

const sorted = <End extends TaskEnd>(end: End) =>
  ({ guard: { type: 'isEnd', params: { end } }, target: end }) as const;

/**
 * Shows how the current run ended, until the visitor chooses another photo or presses start again.
 */
export const ended = studioSetup.createStateConfig({
  tags: 'kept',
  on: {
    'photo.chosen': {
      target: 'checking',
      actions: [
        'releaseHeld',
        ...forgotten,
        { type: 'setSource', params: source },
        { type: 'emitChosen', params: source },
      ],
    },
    'photo.removed': { target: 'choosing', actions: ['releaseHeld', ...forgotten, 'putAway'] },
    'start.resumed': {
      guard: { type: 'isHeld', params: ({ event }) => event },
      target: 'chosen',
      actions: [...forgotten, { type: 'setResumed', params: ({ event }) => event }],
    },
    'retry.pressed': [
      {
        guard: { type: 'canBegin', params: again },
        target: 'working',
        actions: { type: 'requestRun', params: again },
      },
      { guard: 'hasPhoto', target: 'chosen', actions: forgotten },
    ],
  },
  initial: 'sorting',
  states: {
    sorting: {
      meta: { view: 'transient' },
      always: [
        sorted('succeeded'),
        sorted('rejected'),
        sorted('cancelled'),
        sorted('limited'),
        sorted('notStarted'),
        sorted('unsure'),
        { target: 'failed' },
      ],
    },
    succeeded: { meta: { view: 'the result is ready' } },
    rejected: { meta: { view: 'the core rejected the photo; nothing was charged' } },
    cancelled: { meta: { view: 'cancelled; nothing was charged' } },
    limited: {
      entry: 'tellHeld',
      meta: { view: "today's allowance is used up, and when it is renewed" },
    },
    notStarted: {
      meta: { view: 'the run did not start, nothing was charged; a button to try again' },
    },
    unsure: {
      meta: { view: 'unknown whether the run started; a button to try again, at no extra cost' },
    },
    failed: {
      entry: 'tellHeld',
      meta: { view: 'the run failed; nothing was charged; a button to try again' },
    },
  },
});
