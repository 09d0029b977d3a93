/** Address of the whole ledger as a file. It is not a call of the contract, whose answers are envelopes. */
export const creditsFilePath = '/v1/user/credits.csv';

/** A credit grant that is not used up. */
export type Lot = {
  source: 'welcome' | 'pack' | 'pass' | 'plan' | 'operator';
  balance: number;
  /** ISO instant, or null if it never expires */
  expiresAt: string | null;
};

/** One ledger entry. */
export type LedgerLine = {
  id: string;
  /** ISO instant */
  at: string;
  kind:
    | 'grant'
    | 'purchase'
    | 'renewal'
    | 'reserve'
    | 'release'
    | 'expiry'
    | 'refund'
    | 'adjustment';
  reason:
    | `task.${'started' | 'succeeded' | 'rejected' | 'failed' | 'expired' | 'cancelled' | 'abandoned'}`
    | `order.${'paid' | 'refunded' | 'chargedBack'}`
    | `operator.${'granted' | 'adjusted'}`
    | 'account.made'
    | 'account.closed'
    | `subscription.${'renewed' | 'changed' | 'unchanged'}`
    | 'lot.expired';
  /** negative if credits were taken */
  amount: number;
  /** `day`: today's allowance */
  source: 'day' | Lot['source'];
  /** state of a reservation, or null for other entries */
  state: 'reserved' | 'used' | 'returned' | null;
  /** expiry date of granted credits, or null if they never expire */
  expiresAt: string | null;
  /** `id` is null if the record is gone, `code` if the function is no longer known */
  task: { id: string | null; code: string | null } | null;
  /** code of the order that paid for it, as on its receipt */
  order: string | null;
};

export type LedgerPage = {
  balance: number;
  /** in the order of use */
  lots: readonly Lot[];
  /** newest first */
  lines: readonly LedgerLine[];
  nextCursor: string | null;
};

/** Refreshes the newest entries. Older ones stay, unless an entry is missing in between. */
export const renewedLines = (known: LedgerPage | null, page: LedgerPage): LedgerPage => {
  const last = page.lines.at(-1)?.id;
  const at = known?.lines.findIndex(({ id }) => id === last) ?? -1;
  if (!known || at < 0 || page.nextCursor === null) return page;
  return {
    ...page,
    lines: [...page.lines, ...known.lines.slice(at + 1)],
    nextCursor: at + 1 < known.lines.length ? known.nextCursor : page.nextCursor,
  };
};

/** Appends a page of older entries and updates the current balance. */
export const withLines = (known: LedgerPage | null, page: LedgerPage): LedgerPage => {
  const before = known?.lines ?? [];
  const ids = new Set(before.map(({ id }) => id));
  return { ...page, lines: [...before, ...page.lines.filter(({ id }) => !ids.has(id))] };
};
