const dayMs = 86_400_000;

/** Withdrawal period after the payment, in days. */
export const withdrawalDays = 14;

/**
 * Days after the due date on which a declined renewal is retried; then the plan ends. Cancelling
 * stops the retries.
 */
export const retryDays = [1, 3, 5] as const;

const lastRetryDay = retryDays[retryDays.length - 1] ?? 0;

/**
 * Next retry after this many declined charges of a cycle, or null after the last retry. If the
 * retry day has already passed, the retry is a day from now.
 */
export function nextRetryAt(dueAt: Date, failures: number, now: Date): Date | null {
  const days = retryDays[failures - 1];
  if (days === undefined) return null;
  const planned = dueAt.getTime() + days * dayMs;
  return new Date(planned > now.getTime() ? planned : now.getTime() + dayMs);
}

/** Remaining retries, the next one first. */
export function retryPlan(dueAt: Date, failures: number, nextAt: Date): Date[] {
  const later = retryDays
    .slice(failures)
    .map((days) => new Date(dueAt.getTime() + days * dayMs))
    .filter((at) => at > nextAt);
  return [nextAt, ...later];
}

/** End of a plan that is no longer charged; for a declined renewal, the time of its last retry. */
export const endOf = ({
  periodEnd,
  lastPaymentStatus,
}: {
  periodEnd: Date;
  lastPaymentStatus: number;
}): Date =>
  lastPaymentStatus === 2 ? new Date(periodEnd.getTime() + lastRetryDay * dayMs) : periodEnd;

/** A renewal paid later than this begins its cycle at the payment, not at the due date. */
export const lateRenewalMs = (lastRetryDay + 1) * dayMs;

/** Longest time for a pending transfer to arrive. */
export const pendingMs = 7 * dayMs;

/**
 * Limit of one user's orders that wait for payment. Beyond it, the oldest are cancelled; purchases
 * are never refused.
 */
export const maxWaiting = 5;

export const paymentStatuses = { none: 0, paid: 1, failed: 2 } as const;
