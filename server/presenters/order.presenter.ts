import type { z } from 'zod';
import type { Order as Presented, withdrawal } from '../../contract/order.ts';
import type { OrderView } from '../domain/payments/order-views.ts';
import { withdrawableUntil } from '../domain/payments/payment-mails.ts';
import type { WithdrawalPreview } from '../domain/payments/withdrawals.ts';
import type { Checkout } from '../payments/provider.port.ts';
import { isWaiting } from '../store/orders.store.ts';
import { mayArrive, type Payment } from '../store/payments.store.ts';

const paidStates = ['paid', 'partlyRefunded'];

/** Hides the payment page if it can no longer be used. */
const checkoutOf = ({ order }: OrderView, { status, checkout }: Payment): Checkout =>
  isWaiting(order) && status === 'awaiting' ? checkout : { kind: 'none' };

/** The payment to show: the one that paid the order, otherwise the latest. */
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
