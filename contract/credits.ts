import { z } from 'zod';
import { functionCode } from './functions.ts';

const instant = z.iso.datetime();

/** Where credits that were given at once come from. */
const lotSource = z.enum(['welcome', 'pack', 'pass', 'plan', 'operator']);

/** Credits that were given at once and are not used up, in the order in which they are used. */
const creditLot = z.object({
  source: lotSource,
  balance: z.int().positive(),
  /** null: never */
  expiresAt: instant.nullable(),
});

/** One line of the ledger. */
const creditLine = z.object({
  id: z.string(),
  at: instant,
  kind: z.enum([
    ...['grant', 'purchase', 'renewal', 'reserve', 'release'],
    ...['expiry', 'refund', 'adjustment'],
  ] as const),
  /** of a release: how the task ended. Of another line: what brought it about */
  reason: z.enum([
    ...['task.started', 'task.succeeded', 'task.rejected', 'task.failed', 'task.expired'],
    ...['task.cancelled', 'task.abandoned', 'account.made', 'order.paid', 'order.refunded'],
    ...['order.chargedBack', 'subscription.renewed', 'subscription.changed'],
    ...['subscription.unchanged', 'operator.granted', 'operator.adjusted'],
    ...['lot.expired', 'account.closed'],
  ] as const),
  /** negative where credits were taken */
  amount: z.int(),
  /** `day`: the free credits of the day */
  source: z.enum(['day', ...lotSource.options]),
  /** of a reservation: whether it is under way, or how it ended; null for other lines */
  state: z.enum(['reserved', 'used', 'returned']).nullable(),
  /** of credits that were given: until when they can be used; null: no end */
  expiresAt: instant.nullable(),
  /** the task that it is about; null where there is none */
  task: z
    .object({
      /** null when the record was deleted: there is nothing to lead to */
      id: z.string().nullable(),
      /** null when nothing is known of it any more */
      code: functionCode.nullable(),
    })
    .nullable(),
  /** the code of the order that paid for it */
  order: z.string().nullable(),
});

/** GET /v1/user/credits */
export const creditsQuery = z.object({
  /** `nextCursor` of the page before */
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});

export const creditsPage = z.object({
  /** what can be used besides the free credits of the day */
  balance: z.int().min(0),
  lots: z.array(creditLot),
  /** newest first; that a reservation ended is said by its state */
  lines: z.array(creditLine),
  nextCursor: z.string().nullable(),
});

export type CreditsPage = z.infer<typeof creditsPage>;
