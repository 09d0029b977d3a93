import type { Database } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { reached } from '../platform/write-points.ts';
import type { ChargeReport } from '../providers/provider.port.ts';
import { findPaymentByRef, insertPayment, type Payment } from './payments.store.ts';
import type { Settlement } from './settle.ts';

type ReportsDeps = { db: Database; settlement: Settlement; now: () => Date };

/**
 * Creates the function that settles reports.
 * @returns a function that settles all charges that the provider reports for a payment
 */
export function createReportSettlement({ db, settlement, now }: ReportsDeps) {
  /** Creates the row of a charge that has none, because the buyer paid twice. */
  async function adopt(payment: Payment, { ref }: ChargeReport): Promise<Payment> {
    const { orderId, provider, method, amount, currency, expiresAt } = payment;
    const made = await db.transaction((tx) =>
      insertPayment(tx, {
        id: newId(),
        orderId,
        provider,
        method,
        amount,
        currency,
        expiresAt,
        ref,
        wishKey: `charge ${ref}`,
        status: 'awaiting',
        checkout: { kind: 'none' },
        createdAt: now(),
      }),
    );
    const found = made ?? (await findPaymentByRef(db, { provider, ref }));
    if (!found) throw new Error(`The charge ${ref} of the payment ${payment.id} has no row.`);
    return found;
  }

  /**
   * Settles all reported charges. The payment's own charge is settled last. Until then the payment
   * is open, so that an inquiry is made again after a crash.
   */
  async function settleAll(payment: Payment, reports: ChargeReport[]): Promise<void> {
    const ownRef = payment.ref ?? reports[0]?.ref;
    const isOwn = ({ ref }: ChargeReport) => ref === ownRef;
    for (const report of [...reports].sort((a, b) => Number(isOwn(a)) - Number(isOwn(b)))) {
      const known = await findPaymentByRef(db, { provider: payment.provider, ref: report.ref });
      const one = known ?? (isOwn(report) ? payment : await adopt(payment, report));
      await settlement.settleOrder(one, report);
      reached('settle.committed');
    }
  }

  return settleAll;
}
