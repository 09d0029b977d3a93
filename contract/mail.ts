import { z } from 'zod';
import { idempotencyKey } from './ai-function.ts';

/** POST /v1/contact: a message to the support, with a receipt to its sender. */
export const contactBody = z.object({
  /** email address for the reply, as typed */
  email: z.string().min(1).max(1000),
  name: z.string().max(100).default(''),
  message: z
    .string()
    .min(1)
    .max(5000)
    .refine((message) => message.trim() !== '', 'must not be empty'),
  /** language of the receipt; default: Accept-Language */
  locale: z.enum(['en', 'de', 'es', 'fr', 'it', 'ja', 'pt']).optional(),
  idempotencyKey,
});

/** The token in a mail's link. */
const token = z.string().min(1).max(1000);

/** GET /v1/unsubscribe */
export const unsubscribeStateQuery = z.object({ token });

/** POST /v1/unsubscribe */
export const unsubscribeBody = z.object({
  token,
  /** false unsubscribes the recipient; true subscribes the recipient again */
  subscribed: z.boolean(),
});

/** The recipient's choice about optional mail. */
export const mailChoice = z.object({
  /** masked: `m•••@example.com` */
  address: z.string(),
  /** true if optional (non-transactional) mail is sent */
  subscribed: z.boolean(),
});
export type MailChoice = z.infer<typeof mailChoice>;
