import type {
  CancellationWish,
  ChangePreview,
  Left,
  Membership,
  OlderOrders,
  Plan,
  Withdrawal,
} from '../model/membership.ts';
import type { Order } from '../model/order.ts';
import type { PortCall } from './port.ts';

/**
 * A user's plan, its cancellation, and withdrawals. Guests use the order code and a mailed code
 * (R74).
 */
export type SubscriptionPort = {
  /** GET /v1/user-subscription and /v1/order. Code 10009. */
  loadMembership: PortCall<void, Membership>;
  /** GET /v1/order: the next page of orders. Code 10009. */
  loadOlderOrders: PortCall<{ cursor: string }, OlderOrders>;
  /**
   * POST /v1/user-subscription/resume.
   * Codes subscription_not_found, subscription_unchanged, subscription_exists.
   */
  resumePlan: PortCall<{ id: string }, Plan>;
  /**
   * POST /v1/user-subscription/retry.
   * Codes subscription_not_found, subscription_unchanged, payment_declined.
   */
  retryRenewal: PortCall<{ id: string }, Plan>;
  /**
   * POST /v1/user-subscription/change/preview. Codes subscription_unchanged, change_under_way,
   * unknown_product, method_unavailable.
   */
  previewChange: PortCall<{ id: string; productCode: string }, ChangePreview>;
  /**
   * POST /v1/user-subscription/change. Codes price_changed, payment_declined, and those of
   * `previewChange`.
   */
  changePlan: PortCall<
    { id: string; productCode: string; amount: number; idempotencyKey: string },
    Plan
  >;
  /** POST /v1/order/access: mails a code to the buyer if the order exists. */
  sendOrderCode: PortCall<{ code: string }, { resendAfterMs: number }>;
  /** POST /v1/order/access/look. Codes invalid_code, code_expired, too_many_tries. */
  lookAtOrder: PortCall<{ code: string; proof: string }, Order>;
  /**
   * POST /v1/order/withdraw/preview.
   * Codes not_withdrawable, deducted_by_change, and those of `lookAtOrder`.
   */
  previewWithdrawal: PortCall<{ code: string; proof: string | null }, Withdrawal>;
  /**
   * DELETE /v1/user-subscription or POST /v1/order/withdraw; uses up the mailed code. Codes
   * subscription_not_found, not_withdrawable, deducted_by_change, and those of `lookAtOrder`.
   */
  leave: PortCall<CancellationWish, Left>;
};
