import { randomUUID } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import { afterAll, inject } from 'vitest';
import type { TestPostgres } from '../../../tools/testing/postgres.setup.ts';
import { type OpenDatabase, openEmbedded, openPostgres } from '../database.ts';
import type { Embedded } from '../embedded-database.ts';
import { migratedDatabase } from './migrated-database.fixture.ts';

type Reused = {
  opened: OpenDatabase;
  embedded: Embedded;
  /** what the migrations have put there */
  first: Row[];
  isDead: boolean;
};

type Row = { table: string; row: unknown };

/* Embedded databases that nobody has open. Files that share a process share them, too. */
const idle: Reused[] = [];
afterAll(async () => {
  for (const { opened } of idle.splice(0)) await opened.close();
});

async function tablesOf({ pool }: Embedded): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map(({ name }) => escapeIdentifier(name));
}

/** Every row of every table of ours. */
export async function rowsOf(embedded: Embedded): Promise<Row[]> {
  const found: Row[] = [];
  for (const table of await tablesOf(embedded)) {
    const { rows } = await embedded.pool.query(`select to_jsonb(t) as row from ${table} t`);
    found.push(...rows.map(({ row }) => ({ table, row })));
  }
  return found;
}

/** Makes it what it was after its migrations. */
async function empty({ embedded, first }: Reused): Promise<void> {
  const { pool } = embedded;
  await pool.query(`truncate ${await tablesOf(embedded)} restart identity cascade`);
  const jobs = await pool.query("select 1 from pg_tables where schemaname = 'jobs' limit 1");
  if (jobs.rowCount) await pool.query('truncate jobs.job');
  for (const { table, row } of first) {
    const columns = `jsonb_populate_record(null::${table}, $1)`;
    await pool.query(`insert into ${table} select * from ${columns}`, [row]);
  }
}

async function openNew(): Promise<Reused> {
  const opened = await openEmbedded({ dump: (await migratedDatabase()).dump });
  if (opened.source.kind !== 'embedded') throw new Error('openEmbedded opened something else');
  const { embedded } = opened.source;
  const reused: Reused = { opened, embedded, first: await rowsOf(embedded), isDead: false };
  void embedded.died.then(() => {
    reused.isDead = true;
  });
  return reused;
}

async function openReused(): Promise<OpenDatabase> {
  const kept = idle.pop();
  if (kept) await empty(kept);
  const reused = kept ?? (await openNew());
  return {
    ...reused.opened,
    async close() {
      if (reused.isDead) await reused.opened.close();
      else idle.push(reused);
    },
  };
}

async function openOnPostgres(server: TestPostgres): Promise<OpenDatabase> {
  const name = `lightwell_test_${randomUUID().replaceAll('-', '')}`;
  const admin = new Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create database ${name} template ${server.template}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const database = await openPostgres(url.href, () => {});
  return {
    ...database,
    async close() {
      await database.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

/**
 * An empty database with all migrations: on the Postgres server that the project `postgres` of vitest.config.ts has
 * started, otherwise embedded and in memory. So the same tests prove both.
 * An embedded one that a test of the same file has closed is emptied and used again.
 */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const server = inject('postgres');
  return server ? await openOnPostgres(server) : await openReused();
}
