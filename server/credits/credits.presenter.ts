import type { CreditsPage } from '../../contract/credits.ts';
import type { Row } from './csv.ts';
import type { LedgerLine } from './ledger.store.ts';
import { balanceOf, type LedgerView } from './ledger.ts';

type Line = CreditsPage['lines'][number];

const iso = (date: Date | null) => date?.toISOString() ?? null;

function stateOf({ kind, end }: LedgerLine): Line['state'] {
  if (kind !== 'reserve') return null;
  if (end === null) return 'reserved';
  return end === 'commit' ? 'used' : 'returned';
}

const isGiven = ({ kind }: LedgerLine) =>
  kind === 'grant' || kind === 'purchase' || kind === 'renewal';

function presentLine(line: LedgerLine): Line {
  const { id, createdAt, kind, reason, amount, source, taskId, code, deletedAt } = line;
  if (kind === 'commit')
    throw new Error(
      'A ledger line of the kind "commit" must be filtered out before: the matching "reserve" line already contains the state.',
    );
  return {
    id: String(id),
    at: createdAt.toISOString(),
    kind,
    reason,
    amount,
    source: source ?? 'day',
    state: stateOf(line),
    expiresAt: isGiven(line) ? iso(line.expiresAt) : null,
    task: taskId === null ? null : { id: code === null || deletedAt ? null : taskId, code },
    order: line.orderCode,
  };
}

export const presentCredits = ({ lots, lines, nextCursor }: LedgerView): CreditsPage => ({
  balance: balanceOf(lots),
  lots: lots.map(({ lot, balance }) => ({
    source: lot.source,
    balance,
    expiresAt: iso(lot.expiresAt),
  })),
  lines: lines.map(presentLine),
  nextCursor,
});

export const creditColumns = [
  ...['id', 'createdAt', 'kind', 'reason', 'amount', 'source', 'day', 'expiresAt'],
  ...['record', 'order'],
];

/** Formats a ledger line as a row of the export. */
export const creditRow = (line: LedgerLine): Row => ({
  id: line.id,
  createdAt: line.createdAt.toISOString(),
  kind: line.kind,
  reason: line.reason,
  amount: line.amount,
  source: line.source ?? 'day',
  day: line.day,
  expiresAt: iso(line.expiresAt),
  record: line.taskId,
  order: line.orderCode,
});
