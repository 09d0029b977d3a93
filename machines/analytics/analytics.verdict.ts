import type { DropReason, EventBatch, SendAnswer, Settlement } from '../ports/event-queue.port.ts';

/** R59 */
export const mostEvents = 200;
export const mostSends = 12;
const firstPauseMs = 1000;
const throttledMs = 30_000;

const longestPauseMs = 60_000;
/** a collector that requests more than an hour has a wrong clock */
const longestRetryAfterMs = 3_600_000;

/** R62; for the others the specification has no text. */
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

/** True if the answer does not concern the events themselves: such a send does not count. */
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

/** Fate of each event of a batch; a null answer is a batch that was no longer sent. */
export const droppingOf = (batch: EventBatch, answer: SendAnswer | null): Dropping => {
  if (answer === null) return all('retriesExceeded');
  const dropping = removal(batch, answer);
  const isLast = batch.attempts >= mostSends && !isFree(answer);
  // after the last send all remaining events are removed; those that the collector named get its reason
  return isLast && dropping.removed !== 'all' ? all('retriesExceeded') : dropping;
};

export const countOf = (removed: Settlement['removed'], { count }: EventBatch): number =>
  removed === 'all' ? count : removed.length;

export const settlementOf = (batch: EventBatch, answer: SendAnswer | null): Settlement => ({
  batch,
  removed: droppingOf(batch, answer).removed,
  attempts: answer !== null && isFree(answer) ? batch.attempts - 1 : batch.attempts,
});

/** Halved in whole numbers by 413; doubled by each successful batch, up to the full size. */
export const limitAfter = (limit: number, batch: EventBatch, answer: SendAnswer): number => {
  if (answer.kind === 'tooLarge' && batch.count > 1) return Math.floor(batch.count / 2);
  const isWell = answer.kind === 'accepted' || answer.kind === 'tooLarge';
  return isWell ? Math.min(mostEvents, limit * 2) : limit;
};

/** True when the next batch has to wait. */
export const isToWait = (answer: SendAnswer): boolean =>
  answer.kind === 'failed' ||
  answer.kind === 'unreachable' ||
  (answer.kind === 'invalid' && answer.indexes.length === 0) ||
  (answer.kind === 'limited' && (answer.throttled.length > 0 || answer.quota.length === 0));

const bounded = (ms: number) => Math.min(longestRetryAfterMs, Math.max(0, ms));

/** Exponential with full jitter (R59 defines its first step); never less than Retry-After. */
export const waitAfter = (answer: SendAnswer, failures: number): number => {
  const asked = bounded(answer.retryAfterMs ?? 0);
  if (answer.kind === 'limited') return Math.max(throttledMs, asked);
  const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
  return Math.max(asked, Math.round(pause * answer.draw));
};
