import { transition } from 'xstate';
import type { RecordPhase } from '../../model/task-record.ts';
import { type TaskRecordEvent, taskRecordMachine } from './task-record.machine.ts';

/** Where the event takes a record in this phase; null when it may not happen there. */
export function nextPhase(
  record: { phase: RecordPhase; type: number },
  event: TaskRecordEvent,
): RecordPhase | null {
  const state = taskRecordMachine.resolveState({
    value: record.phase,
    context: { type: record.type },
  });
  if (!state.can(event)) return null;
  const [next] = transition(taskRecordMachine, state, event);
  return next.value;
}
