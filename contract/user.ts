import { z } from 'zod';

/** A guest's allowance for today, in credits. */
const allowance = z.object({
  limit: z.int().min(0),
  used: z.int().min(0),
  /** when `used` resets to 0 */
  resetsAt: z.iso.datetime(),
});

/** Credits of a user besides today's allowance. */
const credits = z.object({
  balance: z.int().min(0),
  /** next credits to expire, with the date, or null if none expire */
  expiresNext: z.object({ amount: z.int().positive(), at: z.iso.datetime() }).nullable(),
});

/** GET /v1/user (R12, R20). A guest has no id; an id means signed in. */
export const userInfo = z.object({
  id: z.string().optional(),
  /** absent for a guest */
  email: z.string().optional(),
  /** 1 means VIP */
  vipStatus: z.int(),
  /** 1 means subscribed */
  subscriptionStatus: z.int(),
  allowance: allowance.nullable(),
  /** null for a guest; optional, because other servers of this API may omit it */
  credits: credits.nullable().optional(),
});

export type Allowance = z.infer<typeof allowance>;
export type Credits = z.infer<typeof credits>;
export type UserInfo = z.infer<typeof userInfo>;
