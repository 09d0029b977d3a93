import { isServers, type PortFailure } from '../ports/port-failure.ts';
import type { RunOutcome } from './run.types.ts';

/** Error codes of a server that is temporarily unable to answer, although the call is valid. */
export const faultCodes = ['internal_error', 'unavailable'];

export const isServersFault = (failure: PortFailure): boolean =>
  isServers(failure) || faultCodes.includes(failure.code ?? 'none');

/** True if the connection works but the server did not answer the call. */
export const isUnanswered = (failure: PortFailure): boolean =>
  isServersFault(failure) || failure.reason === 'timeout' || failure.code === 'rate_limited';

/**
 * error codes after which the visitor has to act first: sign in, go to the home page, or buy
 * credits
 */
export const visitorCodes = ['10009', '51008', '51009'];

/** error codes of a start that may still have created a task, or that report an earlier task */
export const doubtfulCodes = [
  ...faultCodes,
  'engine_failed',
  'task_expired',
  'idempotency_conflict',
];

export const isDenied = ({ code }: PortFailure): boolean =>
  code !== undefined && !doubtfulCodes.includes(code);

export const failureIn = (outcome: RunOutcome): PortFailure =>
  'failure' in outcome ? outcome.failure : { reason: 'unexpected', msg: outcome.kind };

/**
 * True if the storage refused the ticket, which may have expired. A refusal of the file's content
 * has a code.
 */
export const isTicketRefused = ({ reason, code }: PortFailure): boolean =>
  reason === 'refused' && code === undefined;

/** True if the last two failures are equal, so that another try would loop. */
export const isRepeated = (failure: PortFailure, before: PortFailure | null): boolean =>
  failure.reason === before?.reason &&
  failure.code === before.code &&
  failure.call === before.call &&
  (isServersFault(failure) || isTicketRefused(failure));
