import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

const syncEveryMs = 60_000;

export type Clock = {
  now(): Date;
  stop(): void;
};

async function readDatabase(db: Database): Promise<number> {
  const ms = sql<string>`extract(epoch from clock_timestamp()) * 1000`;
  const [row] = await db.select({ ms }).from(sql`(values (1)) as one`);
  return Number(row?.ms);
}

/**
 * Opens a clock that shows the database's time. Processes on several machines need it: a mail that
 * is written by a process whose machine is fast is not due for a process whose machine is slow.
 * @param onError called if the database's time cannot be read; the last difference is used then
 */
export async function openDatabaseClock(
  db: Database,
  onError: (error: unknown) => void,
): Promise<Clock> {
  let aheadMs = 0;

  async function sync() {
    const from = performance.now();
    const databaseMs = await readDatabase(db);
    const tookMs = performance.now() - from;
    const found = databaseMs + tookMs / 2 - Date.now();
    // A smaller change may be only the time that the question or the answer has travelled.
    if (Math.abs(found - aheadMs) > tookMs / 2) aheadMs = found;
  }

  await sync();
  const timer = setInterval(() => void sync().catch(onError), syncEveryMs).unref();
  return {
    now: () => new Date(Date.now() + aheadMs),
    stop: () => clearInterval(timer),
  };
}
