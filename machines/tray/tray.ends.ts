import type { TaskEnded } from '../app/app.types.ts';
import type { AttemptOutcome } from '../attempt/attempt.types.ts';
import { isCoreRejected, phaseOf, type TaskEnd } from '../model/task-record.ts';

/** What an attempt has come to, for screens; null where there is nothing to show. */
export const endOf = (outcome: AttemptOutcome): TaskEnd | null => {
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

/** The start goes on once its visitor has signed in (R36). */
export const needsSignIn = (outcome: AttemptOutcome): boolean =>
  outcome.kind === 'turnedAway' && outcome.failure.code === '10009';

/** What the root is told of the end of an attempt; of one without an outcome, that it failed. */
export const toldEnd = (
  outcome: AttemptOutcome | null,
  seen: Pick<TaskEnded, 'watched' | 'inHand'>,
): TaskEnded => {
  const record = outcome?.kind === 'ended' ? outcome.record : null;
  return {
    type: 'task.ended',
    end: (outcome && endOf(outcome)) ?? 'failed',
    recordId: record?.id ?? null,
    byCore: record !== null && isCoreRejected(record),
    ...seen,
  };
};
