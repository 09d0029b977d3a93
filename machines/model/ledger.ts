import type { CreditsPage } from '../../contract/credits.ts';
import type { DeepReadonly } from './deep-readonly.ts';

/**
 * The path at which the whole ledger can be loaded as a file. The path is not in the contract,
 * because answers of the contract are envelopes.
 */
export const creditsFilePath = '/v1/user/credits.csv';

export type { CreditLine as LedgerLine, CreditLot as Lot } from '../../contract/credits.ts';

export type LedgerPage = DeepReadonly<CreditsPage>;

/**
 * Replaces the newest ledger lines. Older loaded lines stay, unless lines are missing between the
 * old and the new ones.
 */
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

/** Appends a page of older ledger lines and updates the current balance. */
export const withLines = (known: LedgerPage | null, page: LedgerPage): LedgerPage => {
  const before = known?.lines ?? [];
  const ids = new Set(before.map(({ id }) => id));
  return { ...page, lines: [...before, ...page.lines.filter(({ id }) => !ids.has(id))] };
};
