import type { z } from 'zod';
import type { Order as Presented, withdrawal } from '../../contract/order.ts';
import type { Checkout } from '../providers/provider.port.ts';
import type { OrderView } from './order-views.ts';
import { isWaiting } from './orders.store.ts';
import { withdrawableUntil } from './payment-mails.ts';
import { mayArrive, type Payment } from './payments.store.ts';
import type { WithdrawalPreview } from './withdrawals.ts';

const paidStates = ['paid', 'partlyRefunded'];

/** Returns the payment page, or none if it can no longer be used. */
const checkoutOf = ({ order }: OrderView, { status, checkout }: Payment): Checkout =>
  isWaiting(order) && status === 'awaiting' ? checkout : { kind: 'none' };

/** Returns the payment to show: the payment that paid the order, otherwise the latest payment. */
const shownOf = ({ order, payments }: OrderView) =>
  payments.find(({ id }) => id === order.paidBy) ?? payments[0];

export function presentOrder(view: OrderView, now: Date): Presented {
  const { order, refunds } = view;
  const { code, status, productCode, productKind, reason, credits, duration } = order;
  const { durationUnit, currency, amount, tax, taxBasisPoints, country, autoRenew } = order;
  const shown = shownOf(view);
  const isWithdrawn = refunds.some(({ reason }) => reason === 'withdrawal');
  const until = paidStates.includes(status) && !isWithdrawn ? withdrawableUntil(order) : null;
  return {
    code,
    status,
    productCode,
    productKind,
    reason,
    credits,
    duration,
    durationUnit,
    currency,
    amount,
    tax,
    taxBasisPoints,
    country,
    autoRenew,
    isLate: order.isLate,
    success: paidStates.includes(status),
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    expiresAt: order.expiresAt.toISOString(),
    mayArrive: view.payments.some(mayArrive),
    payment: shown
      ? {
          method: shown.method,
          status: shown.status,
          reason: shown.reason,
          checkout: checkoutOf(view, shown),
        }
      : null,
    refunds: refunds.map((refund) => ({
      amount: refund.amount,
      currency: currency,
      reason: refund.reason,
      status: refund.state,
      at: (refund.endedAt ?? refund.createdAt).toISOString(),
    })),
    receiptNumber: order.receiptNumber,
    withdrawableUntil: until && until > now ? until.toISOString() : null,
    task: order.task,
  };
}

export function presentWithdrawal(preview: WithdrawalPreview): z.input<typeof withdrawal> {
  const { order, amount, left, until, endsPlan } = preview;
  const { code, currency, credits } = order;
  return {
    code,
    amount,
    currency,
    paid: order.price,
    endsPlan,
    until: until.toISOString(),
    credits: { granted: credits, used: Math.max(0, credits - left), left },
  };
}
