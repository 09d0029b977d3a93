import { and, eq, lt } from 'drizzle-orm';
import type { ProviderName } from '../platform/config/payments-config.ts';
import type { Database } from '../platform/database/database.ts';
import type { ProviderEvent } from '../providers/provider.port.ts';
import { providerEvents } from './orders.schema.ts';

type Key = { provider: ProviderName; eventId: string };

const is = ({ provider, eventId }: Key) =>
  and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, eventId));

/** Records a webhook message. Returns false if the message was settled before. */
export async function noteEvent(
  db: Database,
  provider: ProviderName,
  { id: eventId, type, reference }: ProviderEvent,
  now: Date,
): Promise<boolean> {
  await db
    .insert(providerEvents)
    .values({ provider, eventId, type, reference, receivedAt: now })
    .onConflictDoNothing();
  const rows = await db
    .select({ handledAt: providerEvents.handledAt })
    .from(providerEvents)
    .where(is({ provider, eventId }));
  return rows[0]?.handledAt === null;
}

export async function markHandled(db: Database, key: Key, now: Date): Promise<void> {
  await db.update(providerEvents).set({ handledAt: now }).where(is(key));
}

export async function purgeEvents(db: Database, before: Date): Promise<void> {
  await db.delete(providerEvents).where(lt(providerEvents.receivedAt, before));
}
