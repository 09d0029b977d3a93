import { ledgerCsv, ordersCsv } from '../../server/operator/operator.presenter.ts';
import type { Operator } from '../../server/operator/operator.ts';

type Name = 'orders' | 'order' | 'ledger' | 'stuck' | 'doctor';
type Result<Command extends Name> = Awaited<ReturnType<Operator[Command]>>;
type Cell = unknown;

const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/**
 * Converts dates in text form to Date objects. Dates arrive over HTTP as text, but presenters
 * expect Date objects.
 */
export const revived = <Value>(value: unknown): Value =>
  JSON.parse(JSON.stringify(value), (_name, one) =>
    typeof one === 'string' && instant.test(one) ? new Date(one) : one,
  ) as Value;

/** Escapes control characters that a buyer may have typed and that a terminal would execute. */
const shown = (cell: Cell): string => {
  if (cell === null || cell === undefined) return '–';
  const text = cell instanceof Date ? cell.toISOString().slice(0, 19) : String(cell);
  return text.replace(/\p{Cc}/gu, '?');
};

function columns(names: string[], rows: Cell[][]): string {
  if (rows.length === 0) return '  none';
  const all = [names, ...rows.map((row) => row.map(shown))];
  const widths = names.map((_, n) => Math.max(...all.map((row) => row[n]?.length ?? 0)));
  return all
    .map((row) => `  ${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}

const pick = <Row extends object>(rows: Row[], names: (keyof Row & string)[]): string =>
  columns(
    names,
    rows.map((row) => names.map((name) => row[name])),
  );

const views: { [Command in Name]: (result: Result<Command>) => string } = {
  orders: (orders) =>
    pick(orders, ['code', 'status', 'amount', 'currency', 'productCode', 'email', 'createdAt']),
  order: ({ order, payments, refunds, lots, lines, events, mails, actions }) =>
    [
      `${order.code} is ${order.status}`,
      pick([order], ['amount', 'currency', 'productCode', 'credits', 'email', 'ownerId', 'paidAt']),
      `payments\n${pick(payments, ['id', 'status', 'amount', 'refunded', 'provider', 'method', 'ref'])}`,
      `refunds\n${pick(refunds, ['reason', 'state', 'amount', 'currency', 'createdAt', 'endedAt'])}`,
      `lots\n${pick(lots, ['source', 'cause', 'createdAt', 'expiresAt'])}`,
      `ledger\n${pick(lines, ['createdAt', 'kind', 'reason', 'amount'])}`,
      `messages of the provider\n${pick(events, ['eventId', 'type', 'receivedAt', 'handledAt'])}`,
      `mails\n${pick(mails, ['kind', 'state', 'createdAt', 'lastError'])}`,
      `by an operator\n${pick(actions, ['createdAt', 'kind', 'amount', 'actor', 'reason'])}`,
    ].join('\n'),
  ledger: ({ ownerId, balance, lines, actions }) =>
    [
      `${ownerId} has ${balance} credits in lots`,
      pick(lines, ['createdAt', 'kind', 'reason', 'amount', 'source', 'orderCode', 'taskId']),
      `by an operator\n${pick(actions, ['createdAt', 'kind', 'amount', 'actor', 'reason'])}`,
    ].join('\n'),
  stuck: (stuck) =>
    stuck.length === 0 ? 'Nothing is stuck.' : pick(stuck, ['kind', 'id', 'since', 'why']),
  doctor: ({ findings, checked, notes }) =>
    [
      ...findings.map(
        ({ code, where, what, meaning }) => `${code}  ${where}: ${what}\n    ${meaning}`,
      ),
      `${checked.orders} orders, ${checked.lots} lots, ${checked.plans} plans: ${findings.length === 0 ? 'all agree' : `${findings.length} findings`}.`,
      ...notes,
    ].join('\n'),
};

export const inWords = (command: Name, result: unknown): string =>
  (views[command] as (result: unknown) => string)(revived(result));

export const asCsv = (command: 'orders' | 'ledger', result: unknown): string =>
  command === 'orders'
    ? ordersCsv(revived<Result<'orders'>>(result))
    : ledgerCsv(revived<Result<'ledger'>>(result));
