import { creditColumns, creditRow } from '../credits/credits.presenter.ts';
import { type Row, toCsv } from '../credits/csv.ts';
import type { Operator } from './operator.ts';

type Orders = Awaited<ReturnType<Operator['orders']>>;
type Ledger = Awaited<ReturnType<Operator['ledger']>>;

/**
 * Puts an apostrophe before values that a spreadsheet would evaluate as a formula (CSV injection).
 */
const harmless = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [
      name,
      typeof cell === 'string' && /^[=+\-@\t\r\n|%]/.test(cell) ? `'${cell}` : cell,
    ]),
  );

const orderColumns = [
  ...['code', 'status', 'reason', 'productCode', 'credits', 'amount', 'currency', 'tax'],
  ...['country', 'email', 'ownerId', 'receiptNumber', 'createdAt', 'expiresAt', 'paidAt'],
];

const orderRow = (order: Orders[number]): Row => ({
  code: order.code,
  status: order.status,
  reason: order.reason,
  tax: order.tax,
  productCode: order.productCode,
  credits: order.credits,
  amount: order.amount,
  currency: order.currency,
  country: order.country,
  email: order.email,
  ownerId: order.ownerId,
  receiptNumber: order.receiptNumber,
  createdAt: order.createdAt.toISOString(),
  expiresAt: order.expiresAt.toISOString(),
  paidAt: order.paidAt?.toISOString() ?? null,
});

/** Returns orders as CSV. Amounts are in minor units, as in the database. */
export const ordersCsv = (orders: Orders): string =>
  toCsv(
    orderColumns,
    orders.map((order) => harmless(orderRow(order))),
  );

export const ledgerCsv = ({ lines }: Pick<Ledger, 'lines'>): string =>
  toCsv(
    creditColumns,
    lines.map((line) => harmless(creditRow(line))),
  );
