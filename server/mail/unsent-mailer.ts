import { createHash } from 'node:crypto';
import { mails } from '../store/schema.ts';
import type { Mailer } from './mailer.port.ts';

const usefulMs = 86_400_000;

/** Writes mails down; they stay in their table until there is somebody who sends them. */
export function createUnsentMailer({ now }: { now: () => Date }): Mailer {
  return {
    async write(tx, { cause, to, locale, kind, values }) {
      const createdAt = now();
      const addressHash = createHash('sha256').update(to).digest('base64url');
      await tx
        .insert(mails)
        .values({
          ...{ cause, kind, locale, address: to, addressHash, values, createdAt },
          nextTryAt: createdAt,
          uselessAt: new Date(createdAt.getTime() + usefulMs),
        })
        .onConflictDoNothing({ target: mails.cause });
    },
    async wake() {},
  };
}
