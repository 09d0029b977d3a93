import { z } from 'zod';
import { order, orderCode } from './order.ts';
import { amount, currency, methodCode } from './price.ts';

const instant = z.iso.datetime();
const money = z.object({ amount, currency, at: instant });

/**
 * GET /v1/user-subscription (R50): status 0 and no id where there is no plan. What follows the
 * specification's fields is ours.
 */
export const subscription = z.object({
  id: z.string().nullable(),
  /** 0 none, 1 runs, 2 over */
  subscriptionStatus: z.int().min(0),
  cancelAtPeriodEnd: z.boolean(),
  /** 0 none yet, 1 paid, 2 failed */
  lastPaymentStatus: z.int().min(0),
  lastPaymentCurrency: currency.nullable(),
  /** how many units a cycle has */
  currentCycle: z.int().min(0),
  /** R48; 0 without a plan */
  currentCycleUnit: z.int().min(0).max(5),
  /** 0 none, 1 runs, 2 over: a renewal is due or was declined */
  currentCycleStatus: z.int().min(0),
  productCode: z.string().nullable(),
  /** of the order that began it */
  orderCode: z.string().nullable(),
  method: methodCode.nullable(),
  startedAt: instant.nullable(),
  periodStart: instant.nullable(),
  /** until when it runs if nothing is charged any more */
  periodEnd: instant.nullable(),
  /** what is charged next; null when nothing will be */
  nextCharge: money.nullable(),
  /** the retry plan of a declined renewal, earliest first; empty when none is pending */
  retries: z.array(instant),
  /** another plan that begins with the next cycle */
  nextProductCode: z.string().nullable(),
  /** of the present cycle: what is left, and when it goes */
  credits: z.object({ granted: z.int(), left: z.int(), expiresAt: instant }).nullable(),
  /** whether auto-renewal may be switched on again */
  canResume: z.boolean(),
  /** when it was cancelled; null for a plan that ends because it was bought without renewal */
  cancelledAt: instant.nullable(),
  /** the product of a change whose charge is under way */
  pendingChange: z.string().nullable(),
});
export type Subscription = z.infer<typeof subscription>;

const proof = z.string().min(1).max(40);

/**
 * DELETE /v1/user-subscription (R53, R74): by its id when signed in, or by an order number of it and the
 * code that was mailed for it.
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
      message: 'takes an id, or an order number and the code that was mailed',
    },
  );

/** POST /v1/user-subscription/resume and /retry */
export const subscriptionBody = z.object({ id: z.string().min(1).max(64) });

/** POST /v1/user-subscription/change/preview */
export const previewChangeBody = z.object({
  id: z.string().min(1).max(64),
  productCode: z.string().min(1).max(64),
});

/** POST /v1/user-subscription/change: `amount` is that of the preview, 0 for a change at the end of the cycle. */
export const changeBody = previewChangeBody.extend({
  amount: z.int().min(0),
  idempotencyKey: z.string().min(8).max(64),
});

/** What a change of plan costs and brings. */
export const changePreview = z.object({
  productCode: z.string(),
  currency,
  /** `now`: the new cycle begins at once; `periodEnd`: the present one is used up first */
  when: z.enum(['now', 'periodEnd']),
  at: instant,
  /** the price of the new plan */
  price: amount,
  /** what the rest of the present cycle is worth, by the credits that are left of it */
  deducted: z.int().min(0),
  /** what is charged now */
  amount: z.int().min(0),
  credits: z.object({ lost: z.int().min(0), granted: z.int().min(0) }),
  nextCharge: money,
});

/** What a change answers: the plan, and the order of what was charged, if anything was. */
export const changed = z.object({ subscription, order: order.nullable() });
