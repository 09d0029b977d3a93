import type { RunOutcome } from '../run/run.types.ts';
import { coreRejected, offline, recordOf, refused, startRequest as request } from './samples.ts';

/** One sample of every outcome of a run. */
export const runOutcomes = {
  'it is done': { kind: 'ended', record: recordOf('r1', 2) },
  'the core refused it': { kind: 'ended', record: coreRejected },
  'it failed at the server': { kind: 'ended', record: recordOf('r1', 4) },
  'it was cancelled': { kind: 'ended', record: recordOf('r1', 5) },
  'it is gone': { kind: 'gone' },
  'it was stopped before its start': { kind: 'cancelled' },
  'the day is used up': { kind: 'limited' },
  'sign in first': { kind: 'turnedAway', failure: refused('10009') },
  'it failed': { kind: 'failed', failure: refused('file_too_large') },
  'it did not start': { kind: 'notStarted', failure: offline, request },
  'unknown whether it started': { kind: 'unsure', failure: offline, request },
} as const satisfies Record<string, RunOutcome>;
