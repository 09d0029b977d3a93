import type { DropReason, EventBatch, SendAnswer, Settlement } from '../ports/event-queue.port.ts';

/** limits of R59 */
export const mostEvents = 200;
export const mostSends = 12;
const firstPauseMs = 1000;
const throttledMs = 30_000;

const longestPauseMs = 60_000;
/** a collector that requests more than an hour has a wrong clock */
const longestRetryAfterMs = 3_600_000;

/** The texts of R62. The specification has no text for the other reasons. */
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

/** True for answers that do not concern the events themselves; these sends are not counted. */
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
 * The events of a batch to remove and to drop. A null answer means that the batch was not sent
 * again.
 */
export const droppingOf = (batch: EventBatch, answer: SendAnswer | null): Dropping => {
  if (answer === null) return all('retriesExceeded');
  const dropping = removal(batch, answer);
  const isLast = batch.attempts >= mostSends && !isFree(answer);
  // The last send removes all remaining events. Events named by the collector get the collector's
  // reason.
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
 * A status 413 halves the limit to a whole number. Each successful batch doubles it, up to the full
 * size.
 */
export const limitAfter = (limit: number, batch: EventBatch, answer: SendAnswer): number => {
  if (answer.kind === 'tooLarge' && batch.count > 1) return Math.floor(batch.count / 2);
  const isWell = answer.kind === 'accepted' || answer.kind === 'tooLarge';
  return isWell ? Math.min(mostEvents, limit * 2) : limit;
};

/** True if the next batch has to wait. */
export const isToWait = (answer: SendAnswer): boolean =>
  answer.kind === 'failed' ||
  answer.kind === 'unreachable' ||
  (answer.kind === 'invalid' && answer.indexes.length === 0) ||
  (answer.kind === 'limited' && (answer.throttled.length > 0 || answer.quota.length === 0));

const bounded = (ms: number) => Math.min(longestRetryAfterMs, Math.max(0, ms));

/**
 * Exponential backoff with full jitter, with the first step of R59; never shorter than Retry-After.
 */
export const waitAfter = (answer: SendAnswer, failures: number): number => {
  const asked = bounded(answer.retryAfterMs ?? 0);
  if (answer.kind === 'limited') return Math.max(throttledMs, asked);
  const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
  return Math.max(asked, Math.round(pause * answer.draw));
};
