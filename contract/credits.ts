import { z } from 'zod';
import { functionCode } from './functions.ts';

const instant = z.iso.datetime();

/** Origins of credit grants. */
const lotSource = z.enum(['welcome', 'pack', 'pass', 'plan', 'operator']);

/** A credit grant that is not used up. The list is in the order of use. */
const creditLot = z.object({
  source: lotSource,
  balance: z.int().positive(),
  /** null if the credits never expire */
  expiresAt: instant.nullable(),
});

/** One ledger line. */
const creditLine = z.object({
  id: z.string(),
  at: instant,
  kind: z.enum([
    ...['grant', 'purchase', 'renewal', 'reserve', 'release'],
    ...['expiry', 'refund', 'adjustment'],
  ] as const),
  /** cause of the line; for credits that a reservation released, how the task ended */
  reason: z.enum([
    ...['task.started', 'task.succeeded', 'task.rejected', 'task.failed', 'task.expired'],
    ...['task.cancelled', 'task.abandoned', 'account.made', 'order.paid', 'order.refunded'],
    ...['order.chargedBack', 'subscription.renewed', 'subscription.changed'],
    ...['subscription.unchanged', 'operator.granted', 'operator.adjusted'],
    ...['lot.expired', 'account.closed'],
  ] as const),
  /** negative if credits were taken */
  amount: z.int(),
  /** `day` means the credits of today's allowance */
  source: z.enum(['day', ...lotSource.options]),
  /** state of a reservation, or null for other lines */
  state: z.enum(['reserved', 'used', 'returned']).nullable(),
  /** expiry date of granted credits, or null if they never expire */
  expiresAt: instant.nullable(),
  /** the task of this line, or null if there is none */
  task: z
    .object({
      /** id of the record, or null if the record was deleted and cannot be linked */
      id: z.string().nullable(),
      /** null if the task's function is no longer known */
      code: functionCode.nullable(),
    })
    .nullable(),
  /** code of the order that paid for the credits, or null for other lines */
  order: z.string().nullable(),
});

/** GET /v1/user/credits */
export const creditsQuery = z.object({
  /** `nextCursor` of the previous page */
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});

export const creditsPage = z.object({
  /** usable credits besides today's allowance */
  balance: z.int().min(0),
  lots: z.array(creditLot),
  /** newest first; a reservation that has ended gets a new `state`, not another line */
  lines: z.array(creditLine),
  nextCursor: z.string().nullable(),
});

export type CreditLot = z.infer<typeof creditLot>;
export type CreditLine = z.infer<typeof creditLine>;
export type CreditsPage = z.infer<typeof creditsPage>;
