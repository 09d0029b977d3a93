import { z } from 'zod';

/** What a guest may still use today, in credits. */
const allowance = z.object({
  limit: z.int().min(0),
  used: z.int().min(0),
  /** when `used` starts again at 0 */
  resetsAt: z.iso.datetime(),
});

/** GET /v1/user (R12, R20). A guest has no id; logged in means there is one. */
/** What a user has besides today's allowance. */
const credits = z.object({
  balance: z.int().min(0),
  /** what is used first, and until when it can be; null where nothing expires */
  expiresNext: z.object({ amount: z.int().positive(), at: z.iso.datetime() }).nullable(),
});

export const userInfo = z.object({
  id: z.string().optional(),
  /** of the account; a guest has none */
  email: z.string().optional(),
  /** 1 means VIP */
  vipStatus: z.int(),
  /** 1 means subscribed */
  subscriptionStatus: z.int(),
  allowance: allowance.nullable(),
  /** null for a guest; a server of ours always says it */
  credits: credits.nullable().optional(),
});

export type UserInfo = z.infer<typeof userInfo>;
