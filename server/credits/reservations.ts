import type { Owner } from '../owners/principal.ts';
import type { Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { dayOf, limitOf } from './allowance.ts';
import {
  type CreditReason,
  endReserved,
  reserveCredits,
  reservedLines,
  sumsOfDay,
} from './credit-lines.store.ts';
import { lockUsableLots } from './credit-lots.store.ts';
import { returnIntoLot } from './credits.ts';

/*
 * Credits that a task reserves at its start and releases when it fails. Lock order: balance, task,
 * credit grant.
 */

/**
 * Each day, an owner may only cancel work worth this multiple of the usable credits. The limit is
 * needed because work that is cancelled after it began is not charged, although it used the
 * processor.
 */
const abandonedShare = 2;

export type Reservation = {
  owner: Owner;
  purseId: string;
  taskId: string;
  credits: number;
  /** today's allowance, in credits */
  limit: number;
  now: Date;
};

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

function refuseAbandoner({ credits, limit }: Reservation, abandoned: number, inLots: number) {
  if (abandoned + credits <= (limit + inLots) * abandonedShare) return;
  throw new AppError(
    'rate_limited',
    `the owner has cancelled tasks worth ${abandoned} credits today`,
  );
}

/**
 * Reserves the price of a task, soonest expiry first: today's allowance, then credit grants. The
 * caller holds the balance lock, so that no other start writes between reading the sums and
 * writing the ledger lines.
 * @throws AppError daily_limit for a guest, 51009 for a user, rate_limited
 */
export async function reserve(tx: Tx, request: Reservation): Promise<void> {
  const { owner, purseId, taskId, credits, limit, now } = request;
  const day = dayOf(now);
  const lots = await lockUsableLots(tx, { purseId, at: now });
  const inLots = sum(lots.map(({ balance }) => balance));
  const ofDay = await limitOf(tx, { ownerId: owner.id, day, limit });
  const { used, abandoned } = await sumsOfDay(tx, { purseId, day });
  const free = Math.max(0, ofDay - used);
  if (credits > free + inLots) {
    const code = owner.kind === 'user' ? '51009' : 'daily_limit';
    throw new AppError(
      code,
      `the task needs ${credits} credits, but only ${free} of today's allowance and ${inLots} in lots remain`,
    );
  }
  refuseAbandoner(request, abandoned, inLots);
  const sources = [
    { source: { day }, left: free },
    ...lots.map(({ lot, balance }) => ({ source: { lotId: lot.id }, left: balance })),
  ];
  let missing = credits;
  for (const { source, left } of sources) {
    const taken = Math.min(missing, left);
    missing -= taken;
    if (taken > 0) await reserveCredits(tx, { purseId, taskId, credits: taken, source, now });
  }
}

export type ReservationEnd = { kind: 'commit' | 'release'; reason: CreditReason; now: Date };

/**
 * Ends each reservation of a task. If a reservation was already committed or released, it does not
 * change.
 */
export async function endReservation(
  tx: Tx,
  { taskId, ...end }: ReservationEnd & { taskId: string },
): Promise<void> {
  for (const line of await reservedLines(tx, taskId)) {
    const { lotId } = line;
    if (end.kind === 'release' && lotId !== null) {
      await returnIntoLot(tx, { lotId, now: end.now }, () => endReserved(tx, line, end));
    } else await endReserved(tx, line, end);
  }
}
