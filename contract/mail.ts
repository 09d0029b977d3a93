import { z } from 'zod';
import { idempotencyKey } from './ai-function.ts';

/** POST /v1/contact: a message to the support, and a receipt to its writer. */
export const contactBody = z.object({
  /** as it was typed; an answer goes there */
  email: z.string().min(1).max(1000),
  name: z.string().max(100).default(''),
  message: z
    .string()
    .min(1)
    .max(5000)
    .refine((message) => message.trim() !== '', 'is empty'),
  /** of the receipt; that of Accept-Language where it is absent */
  locale: z.enum(['en', 'de', 'es', 'fr', 'it', 'ja', 'pt']).optional(),
  idempotencyKey,
});

/** From the link of a mail. */
const token = z.string().min(1).max(1000);

/** GET /v1/unsubscribe */
export const unsubscribeStateQuery = z.object({ token });

/** POST /v1/unsubscribe */
export const unsubscribeBody = z.object({
  token,
  /** false unsubscribes; true undoes it */
  subscribed: z.boolean(),
});

/** What the recipient of the link gets. */
export const mailChoice = z.object({
  /** masked: `m•••@example.com` */
  address: z.string(),
  /** whether mail is sent that no account needs */
  subscribed: z.boolean(),
});
