import { runTime } from '../model/forecast.ts';
import { recordFraction } from '../model/progress.ts';
import type { TaskRecord } from '../model/task-record.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { Load, RunContext, RunInput } from './run.types.ts';

/* Creates the initial context of a run from each kind of input. */

const functionIn = (input: RunInput): string => {
  if ('request' in input) return input.request.functionCode;
  return 'wish' in input ? input.wish.offered.code : input.record.code;
};

const startOf = (input: RunInput): Load => {
  switch (input.from) {
    case 'photo':
      return { step: 'photo', wish: input.wish };
    case 'key':
      return { step: 'keyed', wish: input.wish, key: input.key };
    case 'arrival':
      return { step: 'delivered', wish: input.wish, request: input.request };
    case 'request':
      return { step: 'arrived', request: input.request, wish: input.wish };
    case 'silence':
      return { step: 'asked', request: input.request };
    case 'record':
      return { step: 'nothing' };
  }
};

/** Returns the photo id of a run, or null if the run was restored from its record. */
export const photoIdOf = (input: RunInput): string | null => {
  if ('request' in input) return input.request.photoId;
  return 'wish' in input ? input.wish.photo.id : null;
};

/**
 * Returns the time in milliseconds after which the run counts as late: the longest duration that
 * the visitor saw.
 */
export const delayOf = ({ promisedMs }: RunContext, { progress }: TaskRecord): number | null => {
  const told = progress?.remainingMs?.high;
  return told === undefined ? null : Math.max(told, promisedMs ?? 0);
};

/** Returns the duration shown to the visitor before the start, in milliseconds. */
const promiseOf = (input: RunInput): number | null => {
  if ('request' in input) return input.request.promisedMs;
  return 'wish' in input
    ? (runTime(input.wish.photo, input.wish.offered, input.wish.options)?.highMs ?? null)
    : null;
};

const pageLeft: PortFailure = {
  reason: 'cancelled',
  msg: 'The page was left before the answer',
  call: 'startTask',
};

export const initialRun = (input: RunInput): RunContext => {
  const record = input.from === 'record' ? input.record : null;
  const context: RunContext = {
    photoId: photoIdOf(input),
    functionCode: functionIn(input),
    load: startOf(input),
    view: {
      stage: record?.progress?.stage ?? (record ? 'queued' : 'preparing'),
      fraction: record ? recordFraction(record) : 0,
      remainingMs: record?.progress?.remainingMs ?? null,
      record,
    },
    promisedMs: promiseOf(input),
    delayedAfterMs: null,
    tries: 0,
    failure: null,
    outcome:
      input.from === 'silence'
        ? { kind: 'unsure', failure: pageLeft, request: input.request }
        : { kind: 'cancelled' },
  };
  return record ? { ...context, delayedAfterMs: delayOf(context, record) } : context;
};
