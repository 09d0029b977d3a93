const dayMs = 86_400_000;

/** Within so many days of paying, a purchase may be withdrawn from. */
export const withdrawalDays = 14;

/**
 * A declined renewal is tried again so many days after its day; then the plan is over. Cancelling stops
 * that.
 */
export const retryDays = [1, 3, 5] as const;

const lastRetryDay = retryDays[retryDays.length - 1] ?? 0;

/**
 * When a charge of a cycle that was declined so often is tried again; null for never. Where the clock has
 * jumped over that day, it is a day from now.
 */
export function nextRetryAt(dueAt: Date, failures: number, now: Date): Date | null {
  const days = retryDays[failures - 1];
  if (days === undefined) return null;
  const planned = dueAt.getTime() + days * dayMs;
  return new Date(planned > now.getTime() ? planned : now.getTime() + dayMs);
}

/** Tries that are still to come, the next one first. */
export function retryPlan(dueAt: Date, failures: number, nextAt: Date): Date[] {
  const later = retryDays
    .slice(failures)
    .map((days) => new Date(dueAt.getTime() + days * dayMs))
    .filter((at) => at > nextAt);
  return [nextAt, ...later];
}

/** When a plan that is not charged any more is over: one that was never paid again, after its last retry. */
export const endOf = ({
  periodEnd,
  lastPaymentStatus,
}: {
  periodEnd: Date;
  lastPaymentStatus: number;
}): Date =>
  lastPaymentStatus === 2 ? new Date(periodEnd.getTime() + lastRetryDay * dayMs) : periodEnd;

/** A renewal that is paid later than this begins its cycle when it is paid, and not when it was due. */
export const lateRenewalMs = (lastRetryDay + 1) * dayMs;

/** A transfer that a bank has, but that has not arrived, may take so long. */
export const pendingMs = 7 * dayMs;

/** Orders of one user that wait for their money. Beyond it the oldest are cancelled; no purchase is refused. */
export const maxWaiting = 5;

export const paymentStatuses = { none: 0, paid: 1, failed: 2 } as const;
