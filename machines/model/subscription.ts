import type { Subscription } from '../../contract/subscription.ts';

/** The status of a plan as the server reports it (R50). */
export type SubscriptionStatus = Pick<
  Subscription,
  'subscriptionStatus' | 'cancelAtPeriodEnd' | 'lastPaymentStatus'
>;

export type SubscriptionInfo = SubscriptionStatus &
  Pick<Subscription, 'lastPaymentCurrency' | 'currentCycleUnit'>;

const running = 1;
const over = 2;
const failed = 2;

/**
 * Returns the status number that screens use (R51). `status` is null if there is no subscription.
 */
export function frontSubscriptionStatus(status: SubscriptionStatus | null): number {
  if (!status) return 0;
  const { subscriptionStatus, cancelAtPeriodEnd, lastPaymentStatus } = status;
  if (subscriptionStatus !== running) return subscriptionStatus;
  const hasFailed = lastPaymentStatus === failed;
  if (cancelAtPeriodEnd) return hasFailed ? 12 : 10;
  return hasFailed ? 11 : running;
}

/**
 * Returns 1 if the screen must report that the plan was cancelled or will end (R52), otherwise 0.
 */
export const showCanceledTip = (status: SubscriptionStatus | null): 0 | 1 =>
  status && (status.subscriptionStatus === over || status.cancelAtPeriodEnd) ? 1 : 0;

/** Returns values derived from the server's fields (R50). */
export const derivedSubscription = (info: SubscriptionInfo | null) => ({
  currency: info?.lastPaymentCurrency ?? null,
  subscriptionUnit: info?.currentCycleUnit ?? 0,
  frontSubscriptionStatus: frontSubscriptionStatus(info),
  showCanceledTip: showCanceledTip(info),
});
