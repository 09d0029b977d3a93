import type { AttemptOutcome } from '../attempt/attempt.types.ts';
import { phaseOf, type TaskEnd } from '../model/task-record.ts';

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
