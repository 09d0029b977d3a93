import { findPayment, findPaymentByRef, type Payment } from '../orders/payments.store.ts';
import { knownOf } from '../orders/provider-calls.ts';
import type { Database } from '../platform/database/database.ts';
import type { ChargeReport, PaymentProvider } from '../providers/provider.port.ts';
import { countPayments, paymentsToAsk } from './doctor.store.ts';
import type { Fault } from './finding.ts';

export type Asked = { faults: Fault[]; notes: string[] };

const withMoney = ['succeeded', 'partlyRefunded', 'mismatched', 'refunded'];

const askedDays = 30;

/** Compares the provider's report of a charge with the row of the payment. */
function compare(payment: Payment, report: ChargeReport | undefined): Fault[] {
  const { id, status, ref } = payment;
  const where = `payment ${id}`;
  const isPaidHere = withMoney.includes(status);
  if (report?.status === 'succeeded' && !isPaidHere && status !== 'chargedBack') {
    const what = `is ${status}, but the provider has ${report.amount} ${report.currency}`;
    return [{ code: 'provider.paid_not_here', where, what }];
  }
  if (report?.status === 'chargedBack' && status !== 'chargedBack') {
    return [{ code: 'provider.charged_back', where, what: `is ${status}, but was charged back` }];
  }
  if (isPaidHere && report?.status !== 'succeeded') {
    const says = report?.status ?? 'unknown';
    return [
      {
        code: 'provider.not_paid',
        where,
        what: `is ${status}, but ${ref} is ${says} at the provider`,
      },
    ];
  }
  const { paidAmount, paidCurrency } = payment;
  const isSame = report?.amount === paidAmount && report?.currency === paidCurrency;
  if (!isPaidHere || isSame) return [];
  const what = `${paidAmount} ${paidCurrency} here, ${report?.amount} ${report?.currency} there`;
  return [{ code: 'provider.amount', where, what }];
}

/**
 * Returns the provider's report of a payment's charge. A payment without a reference is matched by
 * its id in this database.
 */
const reportOf = (payment: Payment, reports: ChargeReport[]) =>
  reports.find(({ ref }) => ref === payment.ref) ?? (payment.ref === null ? reports[0] : undefined);

/** Returns the faults of a second charge that the provider lists under the same payment. */
async function ofOther(db: Database, payment: Payment, report: ChargeReport): Promise<Fault[]> {
  const { ref, status, amount, currency } = report;
  const row = await findPaymentByRef(db, { provider: payment.provider, ref });
  if (row) return compare(row, report);
  if (status !== 'succeeded') return [];
  const what = `the provider has ${amount} ${currency} as ${ref}`;
  return [{ code: 'provider.unknown_charge', where: `payment ${payment.id}`, what }];
}

async function ofPayment(db: Database, provider: PaymentProvider, payment: Payment) {
  // This row is a second charge. The inquiry about the first charge includes it.
  if (payment.ref !== null && payment.wishKey === `charge ${payment.ref}`) return [];
  // `isLive` is false, so that the inquiry does not trigger a charge that the buyer has just agreed
  // to.
  const reports = await provider.status({ ...knownOf(payment), isLive: false });
  const own = reportOf(payment, reports);
  const found = compare(payment, own);
  for (const report of reports) {
    if (report !== own) found.push(...(await ofOther(db, payment, report)));
  }
  return found;
}

/** Asks providers about open and recent payments, one after the other. Does not write. */
export async function askProviders(
  { db, providers, now }: { db: Database; providers: readonly PaymentProvider[]; now: Date },
  most: number,
): Promise<Asked> {
  const since = new Date(now.getTime() - askedDays * 86_400_000);
  const payments = await paymentsToAsk(db, { since, limit: most });
  const found: Fault[] = [];
  let later = 0;
  let silent = 0;
  for (const { id } of payments) {
    // The row is read again, because it may have changed while the provider answered about other
    // payments.
    const payment = await findPayment(db, id);
    const provider = providers.find(({ name }) => name === payment?.provider);
    if (!payment || !provider) {
      silent += 1;
      continue;
    }
    const faults = await ofPayment(db, provider, payment).catch((error: unknown): Fault[] => [
      { code: 'provider.no_answer', where: `payment ${id}`, what: String(error) },
    ]);
    if (faults.length === 0) continue;
    const again = await findPayment(db, id);
    if (again?.revision !== payment.revision) continue;
    // The server has already planned an inquiry, so an operator need not act.
    if (payment.nextCheckAt && payment.nextCheckAt > now) later += 1;
    else found.push(...faults);
  }
  const total = await countPayments(db);
  return { faults: found, notes: notesOf({ asked: payments.length, total, later, silent }) };
}

const notesOf = (n: { asked: number; total: number; later: number; silent: number }): string[] => [
  `Asked providers about ${n.asked} of ${n.total} payments: the open ones and those of ${askedDays} days, ` +
    'at most as many as --ask says.',
  'Amounts that went back were compared among our own rows: providers are not asked about refunds.',
  ...(n.later > 0
    ? [
        `${n.later} payments differ, but the server will ask about them. Run the doctor again later.`,
      ]
    : []),
  ...(n.silent > 0 ? [`${n.silent} payments belong to a provider that is not configured.`] : []),
];
