import { z } from 'zod';
import { order, orderCode } from './order.ts';
import { amount, currency, methodCode } from './price.ts';

const instant = z.iso.datetime();
const money = z.object({ amount, currency, at: instant });

/**
 * GET /v1/user-subscription (R50). Without a plan, the status is 0 and there is no id. Some fields
 * are additions to the specification.
 */
export const subscription = z.object({
  id: z.string().nullable(),
  /** 0 none, 1 running, 2 over */
  subscriptionStatus: z.int().min(0),
  cancelAtPeriodEnd: z.boolean(),
  /** 0 none yet, 1 paid, 2 failed */
  lastPaymentStatus: z.int().min(0),
  lastPaymentCurrency: currency.nullable(),
  /** number of units in a cycle */
  currentCycle: z.int().min(0),
  /** R48; 0 without a plan */
  currentCycleUnit: z.int().min(0).max(5),
  /** 0 none, 1 running, 2 over: a renewal is due or was declined */
  currentCycleStatus: z.int().min(0),
  productCode: z.string().nullable(),
  /** code of the order that began the plan */
  orderCode: z.string().nullable(),
  method: methodCode.nullable(),
  startedAt: instant.nullable(),
  periodStart: instant.nullable(),
  /** end of the plan if nothing more is charged */
  periodEnd: instant.nullable(),
  /** the next charge, or null if there will be none */
  nextCharge: money.nullable(),
  /** dates of the retries of a declined renewal, earliest first; empty if none is pending */
  retries: z.array(instant),
  /** another plan that begins with the next cycle */
  nextProductCode: z.string().nullable(),
  /** credits of the current cycle: granted, remaining, and their expiry date */
  credits: z.object({ granted: z.int(), left: z.int(), expiresAt: instant }).nullable(),
  /** true if auto-renewal may be switched on again */
  canResume: z.boolean(),
  /** null if the plan was not cancelled, even if it ends because it was bought without renewal */
  cancelledAt: instant.nullable(),
  /** product of a change whose charge is under way */
  pendingChange: z.string().nullable(),
});
export type Subscription = z.infer<typeof subscription>;

const proof = z.string().min(1).max(40);

/**
 * DELETE /v1/user-subscription (R53, R74). A signed-in caller names the plan by its id; other
 * callers name it by the code of one of its orders and the mailed code.
 */
export const cancelSubscriptionQuery = z
  .object({
    id: z.string().max(64).optional(),
    code: orderCode.optional(),
    proof: proof.optional(),
  })
  .refine(
    (query) => (query.id === undefined) === (query.code !== undefined && query.proof !== undefined),
    {
      message: 'must contain an id, or an order number and the mailed code',
    },
  );

/** POST /v1/user-subscription/resume and /retry */
export const subscriptionBody = z.object({ id: z.string().min(1).max(64) });

/** POST /v1/user-subscription/change/preview */
export const previewChangeBody = z.object({
  id: z.string().min(1).max(64),
  productCode: z.string().min(1).max(64),
});

/**
 * POST /v1/user-subscription/change: `amount` is the amount of the preview, or 0 for a change at
 * the end of the cycle.
 */
export const changeBody = previewChangeBody.extend({
  amount: z.int().min(0),
  idempotencyKey: z.string().min(8).max(64),
});

/** Price and credits of a change of plan. */
export const changePreview = z.object({
  productCode: z.string(),
  currency,
  /**
   * `now`: the new cycle begins at once; `periodEnd`: the new cycle begins when the current cycle
   * ends
   */
  when: z.enum(['now', 'periodEnd']),
  at: instant,
  /** price of the new plan */
  price: amount,
  /** value of the current cycle's remaining credits */
  deducted: z.int().min(0),
  /** amount charged now */
  amount: z.int().min(0),
  credits: z.object({ lost: z.int().min(0), granted: z.int().min(0) }),
  nextCharge: money,
});
export type ChangePreview = z.infer<typeof changePreview>;

/** Answer of a change: the plan, and the order of the charge, or null if nothing was charged. */
export const changed = z.object({ subscription, order: order.nullable() });
