import { initialRun } from './run.beginning.ts';
import { onServer, unfollowed } from './run.following.ts';
import { keptUnstarted } from './run.load.ts';
import { announcing, claiming, preparing, uploading } from './run.sending.ts';
import { runSetup } from './run.setup.ts';
import { starting } from './run.starting.ts';
import type { RunContext } from './run.types.ts';

/** Keeps the photo stored, but not the request to start a task, so that no later page sends it. */
const keepUnstarted = {
  type: 'tellKeeper',
  params: ({ context }: { context: RunContext }) => ({ photo: keptUnstarted(context) }),
} as const;

/**
 * Processes one photo with one function, from a press of start to the end (R33, R42, R71, R72). The
 * parent chart starts the run, and receives its progress and outcome. Several runs can exist at
 * once.
 */
export const runMachine = runSetup.createMachine({
  tags: 'kept',
  id: 'run',
  context: ({ input }) => initialRun(input),
  output: ({ context }) => context.outcome,
  initial: 'beginning',
  states: {
    beginning: {
      meta: { view: 'transient' },
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
      meta: { view: "the record's end" },
    },
    gone: {
      type: 'final',
      entry: ['tellEnded', 'emitEnded'],
      meta: { view: 'the photo picker: the record is gone' },
    },
    cancelled: {
      type: 'final',
      entry: ['releasePhoto', 'tellEnded', 'emitEnded'],
      meta: { view: 'the photo as before the start' },
    },
    limited: {
      type: 'final',
      entry: [keepUnstarted, 'tellEnded', 'emitEnded', 'tellChanged'],
      meta: { view: "today's allowance is used up" },
    },
    turnedAway: {
      type: 'final',
      entry: [keepUnstarted, 'tellEnded', 'emitEnded', 'reportOutcome'],
      meta: { view: 'the required first step, as shown by the root' },
    },
    failed: {
      type: 'final',
      entry: [keepUnstarted, 'tellEnded', 'emitEnded', 'reportOutcome', 'tellChanged'],
      meta: { view: 'the run failed, and nothing was charged' },
    },
    notStarted: {
      type: 'final',
      entry: ['tellEnded', 'emitEnded', 'reportOutcome', 'tellChanged'],
      meta: { view: 'the run did not start' },
    },
    unsure: {
      type: 'final',
      entry: ['tellEnded', 'emitEnded', 'reportOutcome', 'tellChanged'],
      meta: { view: 'unknown whether the run started' },
    },
  },
});
