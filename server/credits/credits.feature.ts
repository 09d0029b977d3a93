import type { Owners } from '../owners/owners.feature.ts';
import type { Owner } from '../owners/principal.ts';
import type { Platform } from '../platform/platform.ts';
import { endOfKeeping, type Step } from '../platform/sweeper.ts';
import { type Allowance, createAllowances, dayOf } from './allowance.ts';
import { purgeBooks } from './closed-purses.store.ts';
import { purgeAllowanceLines } from './credit-lines.store.ts';
import { registerCreditsRoutes } from './credits.routes.ts';
import { expireLots } from './credits.ts';
import { createLedger, type Ledger } from './ledger.ts';

/**
 * Ten years after the end of the year in which an account was closed, which is the German retention
 * period for books.
 */
const booksMs = 11 * 366 * 86_400_000;

type CreditsStep = 'expiry of credits' | 'purge of lines' | 'purge of books';

export type Credits = {
  ledger: Ledger;
  allowanceOf: (owner: Owner | null) => Promise<Allowance>;
  sweep: Record<CreditsStep, Step>;
};

/** Returns the steps of the sweep that concern credits. */
export const creditsSweep = ({ db, now }: Pick<Platform, 'db' | 'now'>): Credits['sweep'] => ({
  'expiry of credits': () => expireLots(db, now()),
  'purge of lines': () => purgeAllowanceLines(db, dayOf(endOfKeeping(now()))),
  'purge of books': () => purgeBooks(db, new Date(now().getTime() - booksMs)),
});

/** Opens the feature for balances, the daily allowance and the ledger. */
export function openCredits(platform: Platform, { principals }: Owners): Credits {
  const { config, db, server, now } = platform;
  const ledger = createLedger({ db, now });
  registerCreditsRoutes(server, { principals, ledger });
  return {
    ledger,
    allowanceOf: createAllowances({ db, limit: config.guestDailyCredits, now }),
    sweep: creditsSweep(platform),
  };
}
