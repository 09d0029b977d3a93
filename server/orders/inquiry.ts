import type { ProviderName } from '../platform/config/payments-config.ts';
import { AppError } from '../platform/errors.ts';
import type { ChargeReport } from '../providers/provider.port.ts';
import { type BeginDeps, createBeginning } from './begin-payment.ts';
import { isFinal, nextCheck } from './check-times.ts';
import { inTransaction } from './moves.ts';
import { duePayments, findPayment, isLive, type Payment, scheduleCheck } from './payments.store.ts';
import { knownOf, NoAnswer } from './provider-calls.ts';
import { createReportSettlement } from './settle-reports.ts';
import { workThrough } from './work-through.ts';

export type Inquiry = {
  /**
   * Asks the provider about a payment. Starts the payment if an earlier request may have been lost.
   * @throws the provider's error; the state is then unknown, and a later inquiry asks again
   */
  ask(paymentId: string): Promise<void>;
  /**
   * Asks about an unpaid payment and closes its checkout, so that the payment can no longer be
   * paid. A pending or paid payment is not changed.
   * @throws the provider's error; the checkout may still be open then
   */
  giveUp(paymentId: string): Promise<void>;
  /** Asks about every payment that is due. */
  sweep(): Promise<void>;
};

export type InquiryDeps = BeginDeps & { isConfigured: (name: ProviderName) => boolean };

export function createInquiry(deps: InquiryDeps): Inquiry {
  const { db, providerOf, isConfigured, settlement, now, onError } = deps;
  const settleAll = createReportSettlement(deps);
  const begin = createBeginning(deps, { settleAll, expire });

  async function expire(payment: Payment): Promise<void> {
    await providerOf(payment.provider).cancel(knownOf(payment));
    const report = { status: 'expired', ref: payment.ref ?? '', reason: null } as const;
    if (payment.ref === null) return await endUnknown(payment.id, 'payment.expired');
    const { amount, currency, id: reference } = payment;
    await settlement.settleOrder(payment, {
      ...report,
      ref: payment.ref,
      amount,
      currency,
      reference,
      mandate: null,
    });
  }

  /** Ends a payment that is unknown to its provider. */
  const endUnknown = (
    id: string,
    type: 'payment.expired' | 'payment.cancelled',
    set: ReturnType<typeof isFinal> | { nextCheckAt: null } = { nextCheckAt: null },
  ) =>
    inTransaction(db, now(), async (work) => {
      await work.movePayment(id, type, set);
    });

  /**
   * Ends a payment whose provider is no longer configured, if the payment is given up or expired.
   * If the provider is configured again, it is asked about the payment again.
   */
  async function endUnconfigured(payment: Payment, isGivenUp: boolean): Promise<void> {
    const { id, provider, status, expiresAt } = payment;
    if (!isLive(payment)) return await settlement.settleNone(payment, now());
    const isOver = isGivenUp && status !== 'pending';
    if (!isOver && expiresAt > now()) throw new NoAnswer(`${provider} is no longer configured`);
    await endUnknown(id, isOver ? 'payment.cancelled' : 'payment.expired', isFinal(now()));
  }

  async function giveUp(paymentId: string): Promise<void> {
    const payment = await findPayment(db, paymentId);
    if (!payment || !isLive(payment)) return;
    if (!isConfigured(payment.provider)) return await endUnconfigured(payment, true);
    const provider = providerOf(payment.provider);
    await settleAll(payment, await provider.status(knownOf(payment)));
    const left = await findPayment(db, paymentId);
    if (left?.status !== 'created' && left?.status !== 'awaiting') return;
    const known = { ...knownOf(left), isLive: false };
    await provider.cancel(known);
    const reports = await provider.status(known);
    if (reports.length === 0) return await endUnknown(left.id, 'payment.cancelled');
    // A checkout that this server closed stays closed, even if the provider reports another status.
    const isOurs = ({ status }: ChargeReport) => status === 'expired';
    await settleAll(
      left,
      reports.map((one) => (isOurs(one) ? { ...one, status: 'cancelled' } : one)),
    );
  }

  async function ask(paymentId: string): Promise<void> {
    const payment = await findPayment(db, paymentId);
    if (!payment) throw new AppError('order_not_found', 'there is no such payment');
    const next = nextCheck(payment, now());
    // Frequent checks by the buyer must not postpone the server's own inquiries.
    const isDue = payment.nextCheckAt !== null && payment.nextCheckAt <= now();
    if (isDue) {
      // After the last scheduled inquiry, an inquiry without an answer is repeated daily.
      const unanswered = new Date(now().getTime() + 24 * 3_600_000);
      await scheduleCheck(db, payment.id, next ?? unanswered);
    }
    if (!isConfigured(payment.provider)) return await endUnconfigured(payment, false);
    if (payment.status === 'created') return await begin(payment);
    const askedAt = now();
    const provider = providerOf(payment.provider);
    const reports = await provider.status(knownOf(payment));
    await settleAll(payment, reports);
    if (reports.length === 0) await settlement.settleNone(payment, askedAt);
    // This server cancelled the payment while the provider did not answer, so the buyer can still
    // pay there.
    if (payment.mayArriveUntil && reports.some(({ status }) => status === 'awaiting')) {
      await provider.cancel(knownOf(payment));
    }
    if (isDue && !next) await scheduleCheck(db, payment.id, null);
    const after = await findPayment(db, paymentId);
    // A payment that has been pending at the bank for a week expires. Later inquiries follow, as
    // for every cancelled payment.
    if (after && isLive(after) && after.expiresAt <= now()) await expire(after);
  }

  return {
    ask,
    giveUp,
    async sweep() {
      await workThrough(await duePayments(db, now()), ask, { onError });
    },
  };
}
