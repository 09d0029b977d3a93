/** Where the whole ledger is as a file; no call of the contract, whose answers are envelopes. */
export const creditsFilePath = '/v1/user/credits.csv';

/** Credits that were given at once and are not used up. */
export type Lot = {
  source: 'welcome' | 'pack' | 'pass' | 'plan' | 'operator';
  balance: number;
  /** ISO instant; null: never */
  expiresAt: string | null;
};

/** One line of the ledger. */
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
  /** negative where credits were taken */
  amount: number;
  /** `day`: the free credits of the day */
  source: 'day' | Lot['source'];
  /** of a reservation; null for other lines */
  state: 'reserved' | 'used' | 'returned' | null;
  /** of credits that were given: until when they can be used; null: no end */
  expiresAt: string | null;
  /** `id` is null when the record is gone, `code` when nothing is known of it any more */
  task: { id: string | null; code: string | null } | null;
  /** the code of the order that paid for it, as its receipt has it */
  order: string | null;
};

export type LedgerPage = {
  balance: number;
  /** in the order in which they are used */
  lots: readonly Lot[];
  /** newest first */
  lines: readonly LedgerLine[];
  nextCursor: string | null;
};

/** The newest lines again. Older ones stay, if no line is missing in between. */
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

/** What is known of a ledger: each page brings older lines, and how much there is now. */
export const withLines = (known: LedgerPage | null, page: LedgerPage): LedgerPage => {
  const before = known?.lines ?? [];
  const ids = new Set(before.map(({ id }) => id));
  return { ...page, lines: [...before, ...page.lines.filter(({ id }) => !ids.has(id))] };
};
