const hourMs = 3_600_000;

/** Time for which returned credits are usable at least. */
export const graceMs = 24 * hourMs;
/** Maximum time by which cancellations extend a credit grant. */
const mostGraceMs = 7 * 24 * hourMs;

/**
 * Returns the expiry of a credit grant after credits were returned to it. The grace period ensures
 * that a failed task never loses credits to their expiry. The maximum prevents visitors from
 * extending credits forever by starting and cancelling tasks every day.
 */
export function graceOf({ promisedUntil, now }: { promisedUntil: Date; now: Date }): Date {
  const wanted = now.getTime() + graceMs;
  return new Date(Math.min(wanted, promisedUntil.getTime() + mostGraceMs));
}
