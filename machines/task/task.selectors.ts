import type { SnapshotFrom } from 'xstate';
import { creditsOf, priceOf } from '../model/credits.ts';
import { functionOf, pricedPixels, startObstacle } from '../model/start-obstacle.ts';
import type { taskMachine } from './task.machine.ts';

type TaskSnapshot = SnapshotFrom<typeof taskMachine>;

/** The photo that was looked into, or null. */
export const selectPhoto = (snapshot: TaskSnapshot) => snapshot.context.photo;

/** Why the photo that was chosen last cannot be used; null otherwise. */
export const selectProblem = (snapshot: TaskSnapshot) =>
  snapshot.matches({ choosing: 'refused' }) ? snapshot.context.problem : null;

export const selectFunctionCode = (snapshot: TaskSnapshot) => snapshot.context.functionCode;

export const selectFunction = ({ context }: TaskSnapshot) =>
  functionOf(context.setup, context.functionCode);

/** Credits of one run of the selected function on this photo; null until both are known (R45). */
export const selectPrice = ({ context }: TaskSnapshot): number | null => {
  const offered = functionOf(context.setup, context.functionCode);
  if (!context.photo || !offered) return null;
  return priceOf(creditsOf(context.setup, offered.code), pricedPixels(context.photo, offered));
};

/** What keeps the start button shut; null when it is open or there is no photo yet. */
export const selectStartObstacle = ({ context }: TaskSnapshot) =>
  context.photo && startObstacle(context.photo, functionOf(context.setup, context.functionCode));

export const selectCanStart = (snapshot: TaskSnapshot): boolean =>
  snapshot.can({ type: 'start.pressed' });

export const selectCanRetry = (snapshot: TaskSnapshot): boolean =>
  snapshot.can({ type: 'retry.pressed' });

export const selectCanCancel = (snapshot: TaskSnapshot): boolean =>
  snapshot.can({ type: 'cancel.pressed' });

/** Another task may be started while this one goes on. */
export const selectCanDetach = (snapshot: TaskSnapshot): boolean =>
  snapshot.can({ type: 'task.detached' });

/** The record on the server, once there is one. */
export const selectRecord = (snapshot: TaskSnapshot) => snapshot.context.record;

/** What went wrong last in the attempt that is on screen; null otherwise. */
export const selectTaskFailure = (snapshot: TaskSnapshot) => snapshot.context.failure;

/** It failed without an answer to the start: the task may be among the records all the same. */
export const selectMayHaveStarted = (snapshot: TaskSnapshot): boolean =>
  snapshot.context.mayHaveStarted;

/** Longer than the measured range said (R72). */
export const selectIsLong = (snapshot: TaskSnapshot): boolean =>
  snapshot.matches({ working: { pace: 'long' } });

/** Waits for the network or the server, everything is kept (R79); it can be tried at once. */
export const selectIsWaiting = (snapshot: TaskSnapshot): boolean =>
  snapshot.matches({ working: { step: { uploading: 'waiting' } } }) ||
  snapshot.matches({ working: { step: { starting: 'waiting' } } }) ||
  snapshot.matches({ working: { step: { following: 'lost' } } });
