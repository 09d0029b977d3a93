import type { Mailer } from '../mail/mailer.port.ts';
import type { Platform } from '../platform/platform.ts';
import { registerContactRoutes } from './contact.routes.ts';
import { createContact } from './contact.ts';

/** Opens the feature that sends messages of visitors to the support. */
export function openContact({ config, db, server, now }: Platform, mailer: Mailer): void {
  const messagesPerHour = config.limits.contactMessagesPerHour;
  const contact = createContact({ db, mailer, now, supportAddress: config.email, messagesPerHour });
  registerContactRoutes(server, { contact, messagesPerHour });
}
