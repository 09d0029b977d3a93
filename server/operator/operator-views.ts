import { minorDigits } from '../../machines/model/money.ts';
import { orderStates } from '../orders/orders.schema.ts';
import { escapeHtml } from '../platform/http/html.ts';
import type { Operator } from './operator.ts';
import { type Cell, facts, field, link, select, table } from './operator-page.ts';

type Answer<Name extends 'orders' | 'order' | 'ledger' | 'stuck' | 'doctor'> = Awaited<
  ReturnType<Operator[Name]>
>;
type Query = Record<string, string | undefined>;

export type View = { title: string; at: string; body: string };

const number = (name: string) => ({ name, kind: 'number' as const });
const wide = (name: string) => ({ name, kind: 'wide' as const });
const column = (name: string) => ({ name });

function money(amount: number, currency: string): string {
  const digits = minorDigits(currency as Parameters<typeof minorDigits>[0]);
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency}`;
}

const orderLink = (code: string) => link(`/admin/orders/${encodeURIComponent(code)}`, code);
const ownerLink = (id: string) => link(`/admin/ledger?owner=${encodeURIComponent(id)}`, id);

function queryOf(query: Query): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) params.set(name, value);
  return params;
}

const csvLink = (path: string, query: Query) =>
  `<p><a href="${escapeHtml(`${path}?${queryOf(query)}`)}">Download as CSV</a></p>`;

export function ordersView(orders: Answer<'orders'>, query: Query): View {
  const rows = orders.map((order): Cell[] => [
    ...[orderLink(order.code), order.status, money(order.amount, order.currency)],
    ...[order.productCode, order.email, order.createdAt, order.paidAt],
  ]);
  const columns = ['Order', 'State', 'Amount', 'Product', 'Buyer', 'Made (UTC)', 'Paid (UTC)'];
  return {
    title: 'Orders',
    at: '/admin',
    body: `<form>${select('state', 'State', query.state ?? '', orderStates)}${field('since', 'Since', query.since ?? '', 'date')}${field('email', 'Address', query.email ?? '', 'email')}<button>Show</button></form>
${table(
  columns.map((name) => (name === 'Amount' ? number(name) : column(name))),
  rows,
  'No orders like that.',
)}
${csvLink('/admin/orders.csv', query)}`,
  };
}

const linesTable = (lines: { createdAt: Date; kind: string; reason: string; amount: number }[]) =>
  table(
    [column('At (UTC)'), column('Kind'), column('Reason'), number('Credits')],
    lines.map(({ createdAt, kind, reason, amount }) => [createdAt, kind, reason, amount]),
    'No lines.',
  );

const actionsTable = (actions: Answer<'ledger'>['actions']) =>
  table(
    [column('At (UTC)'), column('What'), number('Amount'), column('Who'), wide('Why')],
    actions.map((one) => [
      ...[one.createdAt, one.kind],
      one.currency ? money(one.amount, one.currency) : `${one.amount} credits`,
      ...[one.actor, one.reason],
    ]),
    'Nothing by an operator.',
  );

function moneyTables({ payments, refunds }: Answer<'order'>): string {
  const tries = payments.map((one): Cell[] => [
    ...[one.id, one.status, money(one.amount, one.currency), money(one.refunded, one.currency)],
    ...[one.provider, one.method, one.ref, one.reason, one.createdAt, one.nextCheckAt],
  ]);
  const backs = refunds.map((one): Cell[] => [
    ...[one.reason, one.state, money(one.amount, one.currency), one.attempts, one.createdAt],
    ...[one.endedAt, one.nextTryAt],
  ]);
  return `<h2>Payments</h2>${table(
    [
      ...[column('Id'), column('State'), number('Amount'), number('Went back'), column('Provider')],
      ...['Method', 'Its name there', 'Reason', 'Made (UTC)', 'Asked next'].map(column),
    ],
    tries,
    'None: no payment was started.',
  )}
<h2>Refunds</h2>${table(
    [
      ...[column('Reason'), column('State'), number('Amount'), number('Tries')],
      ...['Asked (UTC)', 'Ended', 'Tried next'].map(column),
    ],
    backs,
    'None.',
  )}`;
}

export function orderView(detail: Answer<'order'>): View {
  const { order, lots, lines, events, mails, actions } = detail;
  return {
    title: order.code,
    at: '/admin/orders',
    body: `${facts({
      State: order.status,
      Amount: money(order.amount, order.currency),
      Tax: `${money(order.tax, order.currency)} ${order.taxName}`,
      Product: order.productCode,
      Credits: order.credits,
      Why: order.reason,
      Country: order.country,
      Buyer: order.email,
      Owner: ownerLink(order.ownerId),
      Receipt: order.receiptNumber,
      Made: order.createdAt,
      Expires: order.expiresAt,
      Paid: order.paidAt,
    })}
${moneyTables(detail)}
<h2>Lots</h2>${table(
      ['Source', 'Cause', 'Made (UTC)', 'Expires'].map(column),
      lots.map((lot) => [lot.source, lot.cause, lot.createdAt, lot.expiresAt]),
      'It brought no credits.',
    )}
<h2>Ledger</h2>${linesTable(lines)}
<h2>Messages of the provider</h2>${table(
      ['Id', 'Type', 'Received (UTC)', 'Settled'].map(column),
      events.map((one) => [one.eventId, one.type, one.receivedAt, one.handledAt]),
      'None.',
    )}
<h2>Mails</h2>${table(
      ['Kind', 'State', 'Written (UTC)', 'Last error'].map(column),
      mails.map((one) => [one.kind, one.state, one.createdAt, one.lastError]),
      'None.',
    )}
<h2>By an operator</h2>${actionsTable(actions)}`,
  };
}

const ownerForm = (query: Query) =>
  `<form>${field('email', 'Address', query.email ?? '', 'email')}${field('owner', 'or owner', query.owner ?? '')}<button>Show</button></form>`;

export function ledgerView(ledger: Answer<'ledger'> | null, query: Query, problem: string): View {
  const base = { title: 'Ledger', at: '/admin/ledger' };
  if (!ledger) {
    const said = problem && `<p class="bad" role="alert">${escapeHtml(problem)}</p>`;
    return { ...base, body: `${ownerForm(query)}${said || '<p>Whose ledger?</p>'}` };
  }
  return {
    ...base,
    body: `${ownerForm(query)}${facts({ Owner: ledger.ownerId, 'In lots': ledger.balance })}
${linesTable([...ledger.lines].reverse())}
${csvLink('/admin/ledger.csv', query)}
<h2>By an operator</h2>${actionsTable(ledger.actions)}`,
  };
}

export const stuckView = (stuck: Answer<'stuck'>): View => ({
  title: 'Stuck',
  at: '/admin/stuck',
  body: `<p>What should have moved by itself and has not.</p>${table(
    [column('What'), column('Which'), column('Since'), wide('Why')],
    stuck.map(({ kind, id, since, why }) => [
      kind,
      id.startsWith('LW-') ? orderLink(id) : id,
      ...[since, why],
    ]),
    'Nothing is stuck.',
  )}`,
});

export function doctorView({ findings, checked, notes }: Answer<'doctor'>): View {
  const { orders, lots, plans } = checked;
  return {
    title: 'Doctor',
    at: '/admin/doctor',
    body: `<p>Read ${orders} orders, ${lots} lots and ${plans} plans.</p>${table(
      [column('Code'), column('Where'), wide('What'), wide('What to do')],
      findings.map(({ code, where, what, meaning }) => [code, where, what, meaning]),
      'Ledger, orders, tasks and providers agree.',
    )}
<h2>Notes</h2>${notes.map((note) => `<p>${escapeHtml(note)}</p>`).join('')}`,
  };
}
