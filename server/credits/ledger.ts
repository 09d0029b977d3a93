import type { Owner } from '../owners/principal.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { createRecent } from '../platform/recent.ts';
import { type LotBalance, usableLots } from './credit-lots.store.ts';
import { type LedgerLine, ledgerPage, wholeLedger } from './ledger.store.ts';

/** A user's credits besides today's allowance. */
export type CreditsSummary = {
  balance: number;
  /** the next credits to expire, or null if none expire */
  expiresNext: { amount: number; at: Date } | null;
};

export type LedgerView = {
  lots: LotBalance[];
  lines: LedgerLine[];
  nextCursor: string | null;
};

export type Ledger = {
  /** Returns the credits of a user, or null for a guest. */
  summary(owner: Owner | null): Promise<CreditsSummary | null>;
  /**
   * Returns one page of the ledger.
   * @throws AppError invalid_request for an invalid cursor
   */
  page(
    owner: Owner | null,
    query: { cursor: string | undefined; limit: number },
  ): Promise<LedgerView>;
  /** Returns all ledger lines, oldest first. */
  whole(owner: Owner | null): Promise<LedgerLine[]>;
};

export const balanceOf = (lots: LotBalance[]) => lots.reduce((sum, lot) => sum + lot.balance, 0);

/**
 * Adds up the credits. Credit grants with the same expiry are added up as the next credits to
 * expire.
 */
function summaryOf(lots: LotBalance[]): CreditsSummary {
  const at = lots[0]?.lot.expiresAt ?? null;
  const first = lots.filter(({ lot }) => lot.expiresAt?.getTime() === at?.getTime());
  return { balance: balanceOf(lots), expiresNext: at && { amount: balanceOf(first), at } };
}

/** Reads a cursor, which is the number of the last line shown. */
function lineBefore(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const id = Number(cursor);
  if (/^\d{1,15}$/.test(cursor) && id > 0) return id;
  throw new AppError('invalid_request', 'invalid cursor');
}

export function createLedger({ db, now }: { db: Database; now: () => Date }): Ledger {
  const recent = createRecent<CreditsSummary>({
    most: 10_000,
    keepMs: () => 60_000,
    stamp: db.transactionsEnded,
  });
  return {
    async summary(owner) {
      if (owner?.kind !== 'user') return null;
      const ask = () => usableLots(db, { ownerId: owner.id, at: now() });
      return await recent.get(owner.id, async () => summaryOf(await ask()));
    },
    async page(owner, { cursor, limit }) {
      const before = lineBefore(cursor);
      if (!owner) return { lots: [], lines: [], nextCursor: null };
      const lots = await usableLots(db, { ownerId: owner.id, at: now() });
      const found = await ledgerPage(db, { ownerId: owner.id, before, limit: limit + 1 });
      const lines = found.slice(0, limit);
      const last = found.length > limit ? lines.at(-1) : undefined;
      return { lots, lines, nextCursor: last ? String(last.id) : null };
    },
    whole: async (owner) => (owner ? await wholeLedger(db, owner.id) : []),
  };
}
