import { initialAttempt } from './attempt.beginning.ts';
import { onServer, unfollowed } from './attempt.following.ts';
import { keptUnstarted } from './attempt.load.ts';
import { announcing, claiming, preparing, uploading } from './attempt.sending.ts';
import { attemptSetup } from './attempt.setup.ts';
import { starting } from './attempt.starting.ts';
import type { AttemptContext } from './attempt.types.ts';

/** The visitor decides what becomes of the photo: it is not deleted, and not sent by itself. */
const keepUnstarted = {
  type: 'tellKeeper',
  params: ({ context }: { context: AttemptContext }) => ({ photo: keptUnstarted(context) }),
} as const;

/**
 * One photo through one function, from one press of start to its end (R33, R42, R71, R72). Another
 * chart begins it, is told how it moves, and gets what it has come to; several may run at once.
 */
export const attemptMachine = attemptSetup.createMachine({
  id: 'attempt',
  options: { maxIterations: 1000 },
  context: ({ input }) => initialAttempt(input),
  output: ({ context }) => context.outcome,
  initial: 'beginning',
  states: {
    beginning: {
      meta: { view: 'passing' },
      always: [
        { guard: 'hasRecord', target: 'onServer' },
        { guard: 'isDelivered', target: 'announcing' },
        { guard: 'hasArrived', target: 'starting' },
        { guard: 'hasKey', target: 'preparing' },
        { target: 'claiming' },
      ],
    },
    claiming,
    preparing,
    uploading,
    announcing,
    starting,
    onServer,
    unfollowed,
    ended: {
      type: 'final',
      entry: ['tellEnded', 'emitEnded', 'tellChanged'],
      meta: { view: 'what the record has become' },
    },
    gone: {
      type: 'final',
      entry: ['tellEnded', 'emitEnded'],
      meta: { view: 'the way to choose a photo: there is no record any more' },
    },
    cancelled: {
      type: 'final',
      entry: ['releasePhoto', 'tellEnded', 'emitEnded'],
      meta: { view: 'the photo as before the start' },
    },
    limited: {
      type: 'final',
      entry: [keepUnstarted, 'tellEnded', 'emitEnded', 'tellChanged'],
      meta: { view: 'the free allowance of today is used up' },
    },
    turnedAway: {
      type: 'final',
      entry: [keepUnstarted, 'tellEnded', 'emitEnded', 'reportOutcome'],
      meta: { view: 'what the root says has to be done first' },
    },
    failed: {
      type: 'final',
      entry: [keepUnstarted, 'tellEnded', 'emitEnded', 'reportOutcome', 'tellChanged'],
      meta: { view: 'it failed, and nothing was charged' },
    },
    notStarted: {
      type: 'final',
      entry: ['tellEnded', 'emitEnded', 'reportOutcome', 'tellChanged'],
      meta: { view: 'it did not start' },
    },
    unsure: {
      type: 'final',
      entry: ['tellEnded', 'emitEnded', 'reportOutcome', 'tellChanged'],
      meta: { view: 'whether it started nobody could say' },
    },
  },
});
