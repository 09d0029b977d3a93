import { z } from 'zod';
import { amount, country, currency, durationUnit, methodCode } from './price.ts';

/** `LW-XXXX-XXXX`, as printed in the mail; case, spaces and dashes are ignored. */
export const orderCode = z.string().min(1).max(40);
export const orderParams = z.object({ code: orderCode });

const idempotencyKey = z.string().min(8).max(64);

/**
 * POST /v1/order, for signed-in users. `amount` is the amount that the page showed. If the price
 * has changed since, the answer is `price_changed` and no order is created. A call with the same
 * idempotency key returns the same order. A call for the same product, amount, currency, country
 * and renewal returns the buyer's unpaid order. If its payment method differs, it also starts
 * another payment of that order.
 */
export const createOrderBody = z.object({
  productCode: z.string().min(1).max(64),
  currency,
  country,
  method: methodCode,
  amount,
  /** only a plan can renew itself */
  autoRenew: z.boolean(),
  idempotencyKey,
  /** path of this site to return to after the payment */
  returnPath: z.string().max(200).optional(),
  /** the start that the client continues after the payment; opaque to the server */
  task: z.string().max(2000).optional(),
});

/**
 * POST /v1/order/pay/{code}: starts another payment of an open order and cancels the previous
 * payment at the provider. Refused with `order_closed` while the previous payment may still
 * succeed.
 */
export const payOrderBody = z.object({ method: methodCode, idempotencyKey });

/** The buyer's next step. */
export const checkout = z.union([
  /** the payment page */
  z.object({ kind: z.literal('redirect'), url: z.string() }),
  /**
   * `data` is the URL in the QR code, which payment apps open; `image` is the picture of the QR
   * code; `url` is a page that shows the QR code
   */
  z.object({ kind: z.literal('qr'), url: z.string(), data: z.string(), image: z.string() }),
  z.object({ kind: z.literal('none') }),
]);
export type Checkout = z.infer<typeof checkout>;

/** The states of machines/lifecycle/order. */
export const orderStatus = z.enum([
  ...['open', 'notPaid', 'cancelled', 'expired', 'paid', 'partlyRefunded', 'refunded'],
  'chargedBack',
] as const);
export type OrderStatus = z.infer<typeof orderStatus>;

/** The states of machines/lifecycle/payment. */
export const paymentStatus = z.enum([
  ...['created', 'awaiting', 'pending', 'failed', 'cancelled', 'expired', 'succeeded'],
  ...['partlyRefunded', 'mismatched', 'refunded', 'chargedBack'],
] as const);

const instant = z.iso.datetime();

export const order = z.object({
  code: z.string(),
  status: orderStatus,
  /** R47: true if the order is paid */
  success: z.boolean(),
  productCode: z.string(),
  productKind: z.enum(['pack', 'pass', 'plan']),
  /** a first purchase, a renewal, or a change of plan */
  reason: z.enum(['purchase', 'renewal', 'change']),
  credits: z.int().min(0),
  /** R47, R48; a day order (R53) has unit 2 */
  duration: z.int().min(1),
  durationUnit,
  currency,
  amount,
  tax: z.int().min(0),
  taxBasisPoints: z.int().min(0),
  country,
  autoRenew: z.boolean(),
  createdAt: instant,
  paidAt: instant.nullable(),
  /**
   * end of the payment method's time limit; afterwards the order is `expired`, but a late payment
   * still counts
   */
  expiresAt: instant,
  /**
   * true if the money came after the order had ended (cancelled, expired, or declined and out of
   * time)
   */
  isLate: z.boolean(),
  /**
   * True if a payment may still succeed: the buyer's bank is processing the payment, or the payment
   * ended without a final refusal by the provider. While this is false, nothing was charged for an
   * unpaid order.
   */
  mayArrive: z.boolean(),
  /** the latest payment, or null before the first */
  payment: z
    .object({
      method: methodCode,
      status: paymentStatus,
      /** the provider's decline code, such as `insufficient_funds` */
      reason: z.string().nullable(),
      checkout,
    })
    .nullable(),
  /** refunds made or requested, oldest first */
  refunds: z.array(
    z.object({
      amount,
      currency,
      reason: z.enum([
        'paidTwice',
        'wrongAmount',
        'withdrawal',
        'afterCancel',
        'closed',
        'operator',
      ]),
      /**
       * `asked`: the refund will arrive; `failed`: the provider refused the refund, and the
       * operator's log has the reason
       */
      status: z.enum(['asked', 'done', 'failed']),
      at: instant,
    }),
  ),
  /** number of the mailed receipt, or null until the order is paid */
  receiptNumber: z.string().nullable(),
  /** end of the withdrawal period, or null if the order cannot be withdrawn from */
  withdrawableUntil: instant.nullable(),
  /** the value passed to `createOrder` */
  task: z.string().nullable(),
});
export type Order = z.infer<typeof order>;

/** GET /v1/order/last: the caller's latest order, or null if the caller has no order. */
export const lastOrder = order.nullable();

/**
 * GET /v1/order: open orders first, then the newest. `open=1` returns only purchases that wait for
 * money.
 */
export const orderListQuery = z.object({
  cursor: z.string().max(100).optional(),
  open: z.literal('1').optional(),
});
export const orderList = z.object({ orders: z.array(order), nextCursor: z.string().nullable() });
export type OrderList = z.infer<typeof orderList>;

/**
 * POST /v1/order/access: mails a code to the buyer of this order. An unknown order gets the same
 * answer.
 */
export const orderAccessBody = z.object({ code: orderCode });
export const sentOrderCode = z.object({
  /** milliseconds until another code may be requested */
  resendAfterMs: z.int().min(0),
  expiresAt: instant,
});

/** The six-digit code that POST /v1/order/access mails. Only callers without a session need it. */
const proof = z.string().min(1).max(40);

/**
 * POST /v1/order/access/look: returns the order that the mailed code gives access to. Does not use
 * up the code.
 */
export const accessedOrderBody = z.object({ code: orderCode, proof });

/** POST /v1/order/withdraw and /preview */
export const withdrawBody = z.object({ code: orderCode, proof: proof.optional() });

/** Result of a withdrawal (R74): the refund covers the unused share of the credits. */
export const withdrawal = z.object({
  code: z.string(),
  amount: z.int().min(0),
  currency,
  paid: amount,
  credits: z.object({ granted: z.int(), used: z.int(), left: z.int() }),
  until: instant,
  /** true if the withdrawal ends a plan */
  endsPlan: z.boolean(),
});
export type Withdrawal = z.infer<typeof withdrawal>;
