import { randomUUID } from 'node:crypto';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { afterAll, inject } from 'vitest';
import type { TestPostgres } from '../../../../tools/testing/postgres.setup.ts';
import { type OpenDatabase, openEmbedded, openPostgres } from '../database.ts';
import { migratedDatabase } from './migrated-database.fixture.ts';

type Row = { table: string; row: unknown };

/** Runs one statement on a separate connection. */
export type Ask = (sql: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

type Reused = {
  opened: OpenDatabase;
  ask: Ask;
  /** statements that restore the state after the migrations */
  emptying: () => Promise<string>;
  isDead: () => boolean;
  end: () => Promise<void>;
};

/* Closed databases for reuse. Files in the same process share them, too. */
const idle: Reused[] = [];
afterAll(async () => {
  for (const { end } of idle.splice(0)) await end();
});

async function tablesOf(ask: Ask): Promise<string[]> {
  const { rows } = await ask(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map(({ name }) => escapeIdentifier(String(name)));
}

/** Every row of each of our tables. */
export async function rowsOf(ask: Ask): Promise<Row[]> {
  const found: Row[] = [];
  for (const table of await tablesOf(ask)) {
    const { rows } = await ask(`select to_jsonb(t) as row from ${table} t`);
    found.push(...rows.map(({ row }) => ({ table, row })));
  }
  return found;
}

/**
 * Statements that delete all rows except those of the migrations. For small tables `delete` is faster than
 * `truncate`.
 */
async function emptyingOf(ask: Ask, first: readonly Row[]): Promise<string> {
  const jobs = await ask("select 1 from pg_tables where schemaname = 'jobs' limit 1");
  const tables = [...(await tablesOf(ask)), ...(jobs.rows.length > 0 ? ['jobs.job'] : [])];
  return [
    // no trigger checks foreign keys: the order of the tables does not matter
    'set session_replication_role = replica',
    ...tables.map((table) => `delete from ${table}`),
    'set session_replication_role = default',
    "select setval(oid, 1, false) from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace",
    ...first.map(
      ({ table, row }) =>
        `insert into ${table} select * from jsonb_populate_record(null::${table}, ${escapeLiteral(JSON.stringify(row))})`,
    ),
  ].join(';');
}

async function openNewEmbedded(): Promise<Reused> {
  const opened = await openEmbedded({ dump: (await migratedDatabase()).dump });
  if (opened.source.kind !== 'embedded')
    throw new Error('Expected an embedded database from openEmbedded.');
  const { pool, died } = opened.source.embedded;
  let isDead = false;
  void died.then(() => {
    isDead = true;
  });
  const ask: Ask = (sql, values) => pool.query(sql, values);
  const first = await rowsOf(ask);
  // the tables of the job queue are created later
  return {
    opened,
    ask,
    emptying: () => emptyingOf(ask, first),
    isDead: () => isDead,
    end: opened.close,
  };
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

async function openNewOnPostgres(server: TestPostgres): Promise<Reused> {
  const name = `${server.template}_${randomUUID().slice(0, 8)}`;
  const admin = await connect(server.url);
  await admin.query(`create database ${name} template ${server.template}`);
  await admin.end();
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const opened = await openPostgres(url.href, () => {});
  const client = await connect(url.href);
  const ask: Ask = (sql, values) => client.query(sql, values);
  const end = async () => {
    await client.end();
    await opened.close();
  };
  const emptying = await emptyingOf(ask, await rowsOf(ask));
  return { opened, ask, emptying: async () => emptying, isDead: () => false, end };
}

/**
 * An empty database with all migrations: on the Postgres server that a project of vitest.config.ts has
 * started, otherwise embedded and in memory, so that the same tests cover both. A database closed by a test
 * is emptied and reused, because opening one takes far longer than most tests.
 */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const server = inject('postgres');
  const kept = idle.pop();
  if (kept) await kept.ask(await kept.emptying());
  const reused = kept ?? (await (server ? openNewOnPostgres(server) : openNewEmbedded()));
  return {
    ...reused.opened,
    async close() {
      if (reused.isDead()) await reused.end();
      else idle.push(reused);
    },
  };
}
