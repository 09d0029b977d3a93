import { isLive, type Payment } from './payments.store.ts';

/* Times at which a provider is asked about a payment. */

const minuteMs = 60_000;

/**
 * Pauses between inquiries about a payment whose provider reports nothing new. The last pause is
 * repeated.
 */
const liveChecksMs = [1, 1, 2, 5, 10, 30, 60].map((minutes) => minutes * minuteMs);

/**
 * Pauses between inquiries about a payment that ended without success, because its success may be
 * reported later.
 */
const lateChecksMs = [3_600_000, 24 * 3_600_000, 72 * 3_600_000] as const;

/**
 * After a provider has reported `expired`, it may still report a success within this time. Only
 * after this time is the expiry final.
 */
const settlingMs = 2 * minuteMs;

/**
 * Returns the times for a payment that ended without a final failure: until when money may arrive,
 * and the next inquiry.
 */
export const notFinal = (now: Date) => {
  const mayArriveUntil = new Date(now.getTime() + settlingMs);
  return { mayArriveUntil, nextCheckAt: mayArriveUntil, checks: 0 };
};

/**
 * Returns the times for a payment whose provider reported a final failure. A few later inquiries
 * still look for late money.
 */
export const isFinal = (now: Date) => ({
  mayArriveUntil: null,
  checks: 0,
  nextCheckAt: new Date(now.getTime() + lateChecksMs[0]),
});

/**
 * Returns the next inquiry about a payment that ended without a final failure. The first inquiry
 * takes place when the failure may be final. Further inquiries follow at doubling intervals of at
 * most a day.
 */
function nextSettlingCheck(mayArriveUntil: Date, now: Date): Date {
  const waited = now.getTime() - mayArriveUntil.getTime();
  const pause = Math.min(Math.max(waited, 2 * minuteMs), 24 * 60 * minuteMs);
  return new Date(Math.max(mayArriveUntil.getTime(), now.getTime() + pause));
}

/** Returns the time of the next inquiry about a payment. */
export function nextCheck(payment: Payment, now: Date): Date | null {
  if (payment.mayArriveUntil) return nextSettlingCheck(payment.mayArriveUntil, now);
  const delays = isLive(payment) ? liveChecksMs : lateChecksMs;
  const delay = delays[payment.checks] ?? (isLive(payment) ? delays.at(-1) : undefined);
  return delay === undefined ? null : new Date(now.getTime() + delay);
}
