import type { Mailer, MailKind, MailValues } from '../mail/mailer.port.ts';
import { lockAddressOf } from '../owners/users.store.ts';
import { methodOf } from '../platform/config/methods.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Order } from './orders.store.ts';
import type { Payment } from './payments.store.ts';
import { withdrawalDays } from './terms.ts';

type Buyer = Pick<Order, 'ownerId' | 'locale'>;

/**
 * Queues a mail to the current email address of the buyer's account. Queues no mail if the account
 * is closed.
 */
export async function mailBuyer<Kind extends MailKind>(
  mailer: Mailer,
  tx: Tx,
  { ownerId, locale }: Buyer,
  mail: { cause: string; kind: Kind; values: MailValues[Kind] },
): Promise<void> {
  const to = await lockAddressOf(tx, ownerId);
  if (to !== null) await mailer.write(tx, { ...mail, to, locale });
}

const dayMs = 86_400_000;

/** Returns the end of the withdrawal period, or null if the order is not a separate contract. */
export function withdrawableUntil({ paidAt, reason }: Order): Date | null {
  if (!paidAt || reason === 'renewal') return null;
  return new Date(paidAt.getTime() + withdrawalDays * dayMs);
}

export function receiptOf(
  order: Order,
  payment: Pick<Payment, 'method'>,
  renewal: { amount: number; at: Date } | null,
): MailValues['receipt'] {
  const { code, receiptNumber, productKind, credits, duration, durationUnit } = order;
  const { amount, currency } = order;
  const { tax, taxBasisPoints, taxName, paidAt, reason, isLate } = order;
  return {
    order: code,
    productKind,
    credits,
    duration,
    durationUnit,
    amount,
    currency,
    tax,
    taxBasisPoints,
    taxName,
    reason,
    isLate,
    receiptNumber: receiptNumber ?? code,
    method: payment.method === 'card' ? null : methodOf(payment.method).name,
    paidAt: (paidAt ?? order.createdAt).toISOString(),
    renewal: renewal && { amount: renewal.amount, at: renewal.at.toISOString() },
    withdrawableUntil: withdrawableUntil(order)?.toISOString() ?? null,
  };
}
