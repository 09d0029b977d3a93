import type { DropReason, EventBatch, SendAnswer, Settlement } from '../ports/event-queue.port.ts';

/** limits of R59 */
export const mostEvents = 200;
export const mostSends = 12;
const firstPauseMs = 1000;
const throttledMs = 30_000;

const longestPauseMs = 60_000;
/**
 * Limit for Retry-After. A collector that requests a pause of more than an hour has a wrong clock.
 */
const longestRetryAfterMs = 3_600_000;

/** The console texts of R62. The other reasons have no text in the specification. */
export const dropMessages: Readonly<Record<DropReason, string>> = {
  retriesExceeded: 'Event rejected due to exceeded retry count',
  badKey: 'Event rejected due to missing API key',
  optedOut: 'Event skipped due to optOut config',
  invalid: 'Event rejected due to invalid or missing fields',
  tooLarge: 'Event rejected due to its size',
  quotaExceeded: 'Event rejected due to exceeded daily quota',
  flood: 'Event skipped due to too many events',
};

type Dropping = { removed: Settlement['removed']; reason: DropReason | null };

const nothing: Dropping = { removed: [], reason: null };
const all = (reason: DropReason): Dropping => ({ removed: 'all', reason });

/**
 * True for an answer that says nothing about the events, so that the send is not counted as a try.
 */
const isFree = ({ kind }: SendAnswer): boolean => kind === 'tooLarge' || kind === 'unreachable';

const removal = (batch: EventBatch, answer: SendAnswer): Dropping => {
  switch (answer.kind) {
    case 'accepted':
      return { removed: 'all', reason: null };
    case 'badKey':
      return all('badKey');
    case 'invalid':
      return { removed: answer.indexes, reason: 'invalid' };
    case 'tooLarge':
      return batch.count === 1 ? all('tooLarge') : nothing;
    case 'limited':
      return { removed: answer.quota, reason: answer.quota.length > 0 ? 'quotaExceeded' : null };
    default:
      return nothing;
  }
};

/**
 * Decides which events of a batch are removed from the queue, and which of these count as dropped.
 * A null answer means that the batch must not be sent again.
 */
export const droppingOf = (batch: EventBatch, answer: SendAnswer | null): Dropping => {
  if (answer === null) return all('retriesExceeded');
  const dropping = removal(batch, answer);
  const isLast = batch.attempts >= mostSends && !isFree(answer);
  // After the last permitted send, all remaining events are removed. An event that the collector
  // named as invalid gets the collector's reason.
  return isLast && dropping.removed !== 'all' ? all('retriesExceeded') : dropping;
};

export const countOf = (removed: Settlement['removed'], { count }: EventBatch): number =>
  removed === 'all' ? count : removed.length;

export const settlementOf = (batch: EventBatch, answer: SendAnswer | null): Settlement => ({
  batch,
  removed: droppingOf(batch, answer).removed,
  attempts: answer !== null && isFree(answer) ? batch.attempts - 1 : batch.attempts,
});

/**
 * Returns the size limit of the next batch. A status 413 halves the limit, rounded down. Each
 * successful batch doubles the limit, up to the full size.
 */
export const limitAfter = (limit: number, batch: EventBatch, answer: SendAnswer): number => {
  if (answer.kind === 'tooLarge' && batch.count > 1) return Math.floor(batch.count / 2);
  const isWell = answer.kind === 'accepted' || answer.kind === 'tooLarge';
  return isWell ? Math.min(mostEvents, limit * 2) : limit;
};

/** True if the chart must wait before the next send. */
export const isToWait = (answer: SendAnswer): boolean =>
  answer.kind === 'failed' ||
  answer.kind === 'unreachable' ||
  (answer.kind === 'invalid' && answer.indexes.length === 0) ||
  (answer.kind === 'limited' && (answer.throttled.length > 0 || answer.quota.length === 0));

const bounded = (ms: number) => Math.min(longestRetryAfterMs, Math.max(0, ms));

/**
 * Returns the pause before the next send: exponential backoff with full jitter, from the first step
 * of R59, and never shorter than the header Retry-After.
 */
export const waitAfter = (answer: SendAnswer, failures: number): number => {
  const asked = bounded(answer.retryAfterMs ?? 0);
  if (answer.kind === 'limited') return Math.max(throttledMs, asked);
  const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
  return Math.max(asked, Math.round(pause * answer.draw));
};
