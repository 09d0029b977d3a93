import type { SnapshotFrom } from 'xstate';
import { alternativesTo } from '../model/function-choice.ts';
import { fitFunctions } from '../model/function-fit.ts';
import { functionOf } from '../model/start-obstacle.ts';
import { choiceOf, selectedFit } from './tray.choice.ts';
import type { trayMachine } from './tray.machine.ts';

type TraySnapshot = SnapshotFrom<typeof trayMachine>;

/** The photo that was looked into, or null. */
export const selectPhoto = (snapshot: TraySnapshot) => snapshot.context.photo;

/** Why the photo that was chosen last cannot be used; null otherwise. */
export const selectProblem = (snapshot: TraySnapshot) =>
  snapshot.matches({ choosing: 'refused' }) ? snapshot.context.problem : null;

export const selectFunctionCode = (snapshot: TraySnapshot) => snapshot.context.functionCode;

export const selectFunction = ({ context }: TraySnapshot) =>
  functionOf(context.setup, context.functionCode);

/** Whether the selected function can be started on the photo, and at what price (R45). */
export const selectFit = ({ context }: TraySnapshot) => selectedFit(context);

/** Every offered function with whether it can be started; empty until photo and offer are here. */
export const selectFitted = ({ context }: TraySnapshot) => {
  const choice = choiceOf(context);
  return choice ? fitFunctions(choice) : [];
};

/** What can be started instead of the selected function; empty while that can be started itself. */
export const selectAlternatives = ({ context }: TraySnapshot) => {
  const choice = choiceOf(context);
  const { functionCode } = context;
  if (!choice || functionCode === null || selectedFit(context)?.kind !== 'blocked') return [];
  return alternativesTo(choice, functionCode);
};

export const selectCanStart = (snapshot: TraySnapshot): boolean =>
  snapshot.can({ type: 'start.pressed' });

export const selectCanRetry = (snapshot: TraySnapshot): boolean =>
  snapshot.can({ type: 'retry.pressed' });

export const selectCanCancel = (snapshot: TraySnapshot): boolean =>
  snapshot.can({ type: 'cancel.pressed' });

/** Another task may be started while this one goes on. */
export const selectCanDetach = (snapshot: TraySnapshot): boolean =>
  snapshot.can({ type: 'task.detached' });

/** The record on the server, once there is one. */
export const selectRecord = (snapshot: TraySnapshot) => snapshot.context.record;

/** What went wrong last in the attempt that is on screen; null otherwise. */
export const selectFailure = (snapshot: TraySnapshot) => snapshot.context.failure;

/** It failed without an answer to the start: the task may be among the records all the same. */
export const selectMayHaveStarted = (snapshot: TraySnapshot): boolean =>
  snapshot.context.mayHaveStarted;

/** Longer than the measured range said (R72). */
export const selectIsLong = (snapshot: TraySnapshot): boolean =>
  snapshot.matches({ working: { pace: 'long' } });

/** Waits for the network or the server, everything is kept (R79); it can be tried at once. */
export const selectIsWaiting = (snapshot: TraySnapshot): boolean =>
  snapshot.matches({ working: { step: { uploading: 'waiting' } } }) ||
  snapshot.matches({ working: { step: { starting: 'waiting' } } }) ||
  snapshot.matches({ working: { step: { following: 'lost' } } });

/** A photo is on its way from the choice to its end; null while nobody knows whether one is. */
export const selectIsUnderWay = (snapshot: TraySnapshot): boolean | null => {
  if (snapshot.matches('resuming') || snapshot.matches({ choosing: 'unasked' })) return null;
  return (['checking', 'chosen', 'working'] as const).some((state) => snapshot.matches(state));
};
