import { z } from 'zod';
import { amount, country, currency, durationUnit, methodCode } from './price.ts';

/** `LW-XXXX-XXXX`, as it stands in the mail; read without regard to case, spaces and dashes. */
export const orderCode = z.string().min(1).max(40);
export const orderParams = z.object({ code: orderCode });

const idempotencyKey = z.string().min(8).max(64);

/**
 * POST /v1/order: of a user who is signed in. `amount` is what the page showed; when it is not today's
 * price any more, the answer is `price_changed` and nothing is made. The same key gives the same order. So
 * does the same product, amount, currency, country and renewal while that order waits for its money; another
 * method is then another try at it.
 */
export const createOrderBody = z.object({
  productCode: z.string().min(1).max(64),
  currency,
  country,
  method: methodCode,
  amount,
  /** only a plan renews itself */
  autoRenew: z.boolean(),
  idempotencyKey,
  /** where to come back to after the payment, a path of this site */
  returnPath: z.string().max(200).optional(),
  /** what to go on with once it is paid; kept for the client, which alone understands it */
  task: z.string().max(2000).optional(),
});

/**
 * POST /v1/order/pay/{code}: another try at an open order, the last one being given up at the provider.
 * `order_closed` while its money may be on its way.
 */
export const payOrderBody = z.object({ method: methodCode, idempotencyKey });

/** Where the buyer goes on. */
export const checkout = z.union([
  /** the page of the provider */
  z.object({ kind: z.literal('redirect'), url: z.string() }),
  /** `data` is what the code says, an address that payment apps open; `image` the code; `url` a page that shows it */
  z.object({ kind: z.literal('qr'), url: z.string(), data: z.string(), image: z.string() }),
  z.object({ kind: z.literal('none') }),
]);

/** The states of machines/lifecycle/order. */
export const orderStatus = z.enum([
  ...['open', 'notPaid', 'cancelled', 'expired', 'paid', 'partlyRefunded', 'refunded'],
  'chargedBack',
] as const);

/** The states of machines/lifecycle/payment. */
export const paymentStatus = z.enum([
  ...['created', 'awaiting', 'pending', 'failed', 'cancelled', 'expired', 'succeeded'],
  ...['partlyRefunded', 'mismatched', 'refunded', 'chargedBack'],
] as const);

const instant = z.iso.datetime();

export const order = z.object({
  code: z.string(),
  status: orderStatus,
  /** R47: whether it is paid */
  success: z.boolean(),
  productCode: z.string(),
  productKind: z.enum(['pack', 'pass', 'plan']),
  /** what it is for: a first purchase, a renewal, or another plan */
  reason: z.enum(['purchase', 'renewal', 'change']),
  credits: z.int().min(0),
  /** R47, R48; the unit 2 is a day order (R53) */
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
  /** the time limit of the method; afterwards it is `expired`, and money that comes still counts */
  expiresAt: instant,
  /** it had ended (cancelled, expired, or declined and out of time) before the money came */
  isLate: z.boolean(),
  /**
   * Whether money for it may be on its way: the buyer's bank has a payment, or one ended without the
   * provider's final no. While it is false, nothing was charged for an order that is not paid.
   */
  mayArrive: z.boolean(),
  /** the last try to pay it; null before the first */
  payment: z
    .object({
      method: methodCode,
      status: paymentStatus,
      /** the provider's word for why it was declined, such as `insufficient_funds` */
      reason: z.string().nullable(),
      checkout,
    })
    .nullable(),
  /** what went back or is about to, oldest first */
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
      /** `asked`: it will arrive; `failed`: the provider refused, and the operator's log says so */
      status: z.enum(['asked', 'done', 'failed']),
      at: instant,
    }),
  ),
  /** of the receipt that was mailed; null before it is paid */
  receiptNumber: z.string().nullable(),
  /** until when it may be withdrawn from; null when it may not, or not any more */
  withdrawableUntil: instant.nullable(),
  /** what `createOrder` was given */
  task: z.string().nullable(),
});
export type Order = z.infer<typeof order>;

/** GET /v1/order/last: null without any. */
export const lastOrder = order.nullable();

/** GET /v1/order: open ones first, then the newest; `open=1`: only purchases whose money is awaited. */
export const orderListQuery = z.object({
  cursor: z.string().max(100).optional(),
  open: z.literal('1').optional(),
});
export const orderList = z.object({ orders: z.array(order), nextCursor: z.string().nullable() });

/**
 * POST /v1/order/access: mails a code to the buyer of this order. The answer is the same whether there is
 * such an order or not.
 */
export const orderAccessBody = z.object({ code: orderCode });
export const sentOrderCode = z.object({
  /** milliseconds until another code may be asked for */
  resendAfterMs: z.int().min(0),
  expiresAt: instant,
});

/** Six digits of the mail; only without a sign-in. */
const proof = z.string().min(1).max(40);

/** POST /v1/order/access/look: what whoever has the proof may do; uses nothing up. */
export const accessedOrderBody = z.object({ code: orderCode, proof });

/** POST /v1/order/withdraw and /preview */
export const withdrawBody = z.object({ code: orderCode, proof: proof.optional() });

/** What a withdrawal gives back (R74): the share of the credits that nobody used. */
export const withdrawal = z.object({
  code: z.string(),
  amount: z.int().min(0),
  currency,
  paid: amount,
  credits: z.object({ granted: z.int(), used: z.int(), left: z.int() }),
  until: instant,
  /** whether a plan ends with it */
  endsPlan: z.boolean(),
});
