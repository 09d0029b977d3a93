import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzleNode } from 'drizzle-orm/node-postgres';
import { migrate as migrateNode } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { Pool } from 'pg';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** An arbitrary number, the same in every process of one database. */
const migrationLock = 5_170_733;

/** The handle or an open transaction. Inside a transaction use nothing but that transaction. */
export type Database = PgDatabase<PgQueryResultHKT>;

export type OpenDatabase = {
  db: Database;
  /** what the job queue connects to */
  source: { kind: 'embedded'; client: PGlite } | { kind: 'postgres'; url: string };
  close(): Promise<void>;
};

/**
 * Memory that WebAssembly reserves once is never given back: Postgres' own defaults, for a hundred
 * connections and large tables, hold 130 MB more (0222).
 */
const memorySettings = ['shared_buffers=16MB', 'max_connections=10'];

/** @param directory where it keeps its files; absent: in memory, gone when closed */
export async function openEmbedded(directory?: string): Promise<OpenDatabase> {
  const client = await PGlite.create({
    ...(directory === undefined ? {} : { dataDir: directory }),
    startParams: [
      ...PGlite.defaultStartParams,
      ...memorySettings.flatMap((setting) => ['-c', setting]),
    ],
  });
  const db = drizzlePglite(client);
  await migratePglite(db, { migrationsFolder });
  return { db, source: { kind: 'embedded', client }, close: () => client.close() };
}

/** @throws when the server cannot be reached or the migrations fail */
export async function openPostgres(
  url: string,
  onError: (error: Error) => void,
): Promise<OpenDatabase> {
  const pool = new Pool({ connectionString: url, max: 10 });
  // Without a listener a dropped idle connection would end the process.
  pool.on('error', onError);
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrateNode(drizzleNode(client), { migrationsFolder });
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
    client.release();
  } catch (error) {
    client.release(true);
    await pool.end();
    throw error;
  }
  return {
    db: drizzleNode(pool),
    source: { kind: 'postgres', url },
    close: () => pool.end(),
  };
}
