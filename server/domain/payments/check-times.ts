import { isLive, type Payment } from '../../store/payments.store.ts';

/* When a provider is asked about a payment. */

const minuteMs = 60_000;

/** Pauses between questions about a payment without news; the last one repeats. */
const liveChecksMs = [1, 1, 2, 5, 10, 30, 60].map((minutes) => minutes * minuteMs);

/** A payment that ended without money is asked for an hour later, then after each of these: a success may be unreported. */
const lateChecksMs = [3_600_000, 24 * 3_600_000, 72 * 3_600_000] as const;

/** A provider that reports `expired` may still report the money so much later: its no is not final before. */
const settlingMs = 2 * minuteMs;

/** When a payment ends without a final no, it is asked for again after this. */
export const notFinal = (now: Date) => {
  const mayArriveUntil = new Date(now.getTime() + settlingMs);
  return { mayArriveUntil, nextCheckAt: mayArriveUntil, checks: 0 };
};

/** The provider said a final no; late money is still asked for now and then. */
export const isFinal = (now: Date) => ({
  mayArriveUntil: null,
  checks: 0,
  nextCheckAt: new Date(now.getTime() + lateChecksMs[0]),
});

/**
 * A payment that ended without the provider's final no is asked for when that may be final, then after
 * twice the time each, at least once a day.
 */
function nextSettlingCheck(mayArriveUntil: Date, now: Date): Date {
  const waited = now.getTime() - mayArriveUntil.getTime();
  const pause = Math.min(Math.max(waited, 2 * minuteMs), 24 * 60 * minuteMs);
  return new Date(Math.max(mayArriveUntil.getTime(), now.getTime() + pause));
}

/** When a payment is asked for next. */
export function nextCheck(payment: Payment, now: Date): Date | null {
  if (payment.mayArriveUntil) return nextSettlingCheck(payment.mayArriveUntil, now);
  const delays = isLive(payment) ? liveChecksMs : lateChecksMs;
  const delay = delays[payment.checks] ?? (isLive(payment) ? delays.at(-1) : undefined);
  return delay === undefined ? null : new Date(now.getTime() + delay);
}
