import { z } from 'zod';
import type { ChargeReport } from '../provider.port.ts';
import { fromAirwallex } from './airwallex-amounts.ts';

/* Schemas of the fields in Airwallex's answers that are used. Other fields are ignored. */

const nextAction = z.object({
  type: z.string(),
  url: z.string().nullish(),
  qrcode: z.string().nullish(),
});

export type NextAction = z.output<typeof nextAction>;

export const intent = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number(),
  currency: z.string(),
  captured_amount: z.number().default(0),
  merchant_order_id: z.string().default(''),
  customer_id: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  next_action: nextAction.nullish(),
  latest_payment_attempt: z
    .object({ status: z.string(), failure_code: z.string().nullish() })
    .nullish(),
});

export type Intent = z.output<typeof intent>;

export const consent = z.object({
  id: z.string(),
  status: z.string(),
  next_action: nextAction.nullish(),
});

export const created = z.object({ id: z.string() });

export const listOf = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item) });

export const refund = z.object({
  id: z.string(),
  status: z.string(),
  request_id: z.string(),
});

export const dispute = z.object({ stage: z.string(), status: z.string() });

/** Returns the consent with which a payment was begun. */
export const consentOf = ({ metadata }: Intent): string | null => {
  const id = metadata?.consent;
  return typeof id === 'string' ? id : null;
};

/** Returns `cus_…/cst_…`, because a consent is used together with its customer. */
export const mandateOf = (one: Intent): string | null => {
  const used = consentOf(one);
  return used && one.customer_id ? `${one.customer_id}/${used}` : null;
};

export function readMandate(mandate: string): { customer: string; consent: string } {
  const [customer = '', used = ''] = mandate.split('/');
  return { customer, consent: used };
}

/** Status of an intent that only waits for another attempt, by the status of its last attempt. */
const attempts: Record<string, ChargeReport['status']> = {
  FAILED: 'failed',
  EXPIRED: 'expired',
  CANCELLED: 'cancelled',
};

function statusOf({ status, latest_payment_attempt: attempt }: Intent): ChargeReport['status'] {
  switch (status) {
    case 'SUCCEEDED':
      return 'succeeded';
    case 'CANCELLED':
      return 'cancelled';
    case 'EXPIRED':
      return 'expired';
    case 'PENDING':
    case 'REQUIRES_CAPTURE':
      return 'pending';
    default:
      return attempts[attempt?.status ?? ''] ?? 'awaiting';
  }
}

export function reportOf(one: Intent, isBack: boolean): ChargeReport {
  const status = statusOf(one);
  const isPaid = status === 'succeeded';
  const paid = isPaid ? one.captured_amount : one.amount;
  return {
    ref: one.id,
    reference: one.merchant_order_id,
    currency: one.currency,
    status: isPaid && isBack ? 'chargedBack' : status,
    amount: fromAirwallex(paid, one.currency),
    reason: status === 'failed' ? (one.latest_payment_attempt?.failure_code ?? null) : null,
    mandate: isPaid || status === 'pending' ? mandateOf(one) : null,
  };
}

/** Stages in which the bank has taken the money back. In earlier stages it only inquires. */
const takenStages = ['CHARGEBACK', 'PRE_ARBITRATION', 'ARBITRATION'];
const returned = ['WON', 'REVERSED'];

export const isTakenBack = ({ stage, status }: z.output<typeof dispute>): boolean =>
  takenStages.includes(stage) && !returned.includes(status);
