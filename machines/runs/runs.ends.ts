import type { TaskEnded } from '../app/app.types.ts';
import { isCoreRejected, phaseOf, type TaskEnd } from '../model/task-record.ts';
import type { RunOutcome } from '../run/run.types.ts';

/** Returns the end of a run as screens show it, or null if screens show nothing. */
export const endOf = (outcome: RunOutcome): TaskEnd | null => {
  switch (outcome.kind) {
    case 'ended': {
      const phase = phaseOf(outcome.record);
      return phase === 'queued' || phase === 'running' ? null : phase;
    }
    case 'limited':
    case 'failed':
    case 'notStarted':
    case 'unsure':
      return outcome.kind;
    case 'gone':
    case 'cancelled':
    case 'turnedAway':
      return null;
  }
};

/** True if the start continues after the visitor has signed in (R36). */
export const needsSignIn = (outcome: RunOutcome): boolean =>
  outcome.kind === 'turnedAway' && outcome.failure.code === '10009';

/** True if the server refused the start, because the visitor has reached the limit of tasks. */
export const isCrowded = (outcome: RunOutcome): boolean =>
  outcome.kind === 'failed' && outcome.failure.code === 'too_many_tasks';

/** True if the server no longer has the visitor's own picture. */
export const isPictureLost = (outcome: RunOutcome): boolean =>
  outcome.kind === 'failed' && outcome.failure.code === 'picture_not_found';

/** True if a batch starts the photo again later, after this outcome of its run. */
export const isPutBack = (outcome: RunOutcome): boolean =>
  outcome.kind === 'limited' ||
  outcome.kind === 'turnedAway' ||
  isCrowded(outcome) ||
  isPictureLost(outcome);

/** Returns the end of a run as reported to the root. A refused start is reported as failed. */
export const toldEnd = (
  outcome: RunOutcome,
  seen: Pick<TaskEnded, 'watched' | 'inHand' | 'isOfBatch'>,
): TaskEnded => {
  const record = outcome.kind === 'ended' ? outcome.record : null;
  return {
    type: 'task.ended',
    end: endOf(outcome) ?? 'failed',
    recordId: record?.id ?? null,
    byCore: record !== null && isCoreRejected(record),
    ...seen,
  };
};
