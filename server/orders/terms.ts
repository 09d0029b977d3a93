const dayMs = 86_400_000;

/** Withdrawal period after the payment, in days. */
export const withdrawalDays = 14;

/**
 * Days after the due date on which a declined renewal is retried. After the last retry the plan
 * ends. Cancelling stops the retries.
 */
export const retryDays = [1, 3, 5] as const;

const lastRetryDay = retryDays[retryDays.length - 1] ?? 0;

/**
 * Returns the time of the next retry after this many declined charges of a cycle, or null after the
 * last retry. If the retry day has already passed, the retry is a day from now.
 */
export function nextRetryAt(dueAt: Date, failures: number, now: Date): Date | null {
  const days = retryDays[failures - 1];
  if (days === undefined) return null;
  const planned = dueAt.getTime() + days * dayMs;
  return new Date(planned > now.getTime() ? planned : now.getTime() + dayMs);
}

/** Returns the remaining retries, the next retry first. */
export function retryPlan(dueAt: Date, failures: number, nextAt: Date): Date[] {
  const later = retryDays
    .slice(failures)
    .map((days) => new Date(dueAt.getTime() + days * dayMs))
    .filter((at) => at > nextAt);
  return [nextAt, ...later];
}

/**
 * Returns the end of a plan that is no longer charged. For a declined renewal, the end is the time
 * of its last retry.
 */
export const endOf = ({
  periodEnd,
  lastPaymentStatus,
}: {
  periodEnd: Date;
  lastPaymentStatus: number;
}): Date =>
  lastPaymentStatus === 2 ? new Date(periodEnd.getTime() + lastRetryDay * dayMs) : periodEnd;

/**
 * A renewal that is paid later than this after the due date begins its cycle at the payment, not at
 * the due date.
 */
export const lateRenewalMs = (lastRetryDay + 1) * dayMs;

/** Longest time for a pending transfer to arrive. */
export const pendingMs = 7 * dayMs;

/**
 * Maximum number of one user's orders that wait for payment. Beyond this number the oldest orders
 * are cancelled. New purchases are never refused.
 */
export const maxWaiting = 5;

export const paymentStatuses = { none: 0, paid: 1, failed: 2 } as const;
