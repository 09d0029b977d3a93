const hourMs = 3_600_000;

/** Returned credits are usable for at least this long. */
export const graceMs = 24 * hourMs;
/** Cancellations never extend a credit grant by more than this. */
const mostGraceMs = 7 * 24 * hourMs;

/**
 * Expiry of a credit grant after credits were returned to it. The grace period ensures that a
 * failed task never loses credits to their expiry. The cap prevents extending credits forever by
 * starting and cancelling every day.
 */
export function graceOf({ promisedUntil, now }: { promisedUntil: Date; now: Date }): Date {
  const wanted = now.getTime() + graceMs;
  return new Date(Math.min(wanted, promisedUntil.getTime() + mostGraceMs));
}
