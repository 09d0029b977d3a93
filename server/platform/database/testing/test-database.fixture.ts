import { randomUUID } from 'node:crypto';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { afterAll, inject } from 'vitest';
import type { TestPostgres } from '../../../../tools/testing/postgres.setup.ts';
import { type OpenDatabase, openEmbedded, openPostgres } from '../database.ts';
import { migratedDatabase } from './migrated-database.fixture.ts';

type Row = { table: string; row: unknown };

/** Runs one statement on a connection of its own. */
export type Ask = (sql: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

type Reused = {
  opened: OpenDatabase;
  ask: Ask;
  /** statements that restore the state after the migrations */
  emptying: string;
  isDead: () => boolean;
  end: () => Promise<void>;
};

/* Closed databases that can be used again. Test files in the same process share them. */
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

/** Returns every row of every table. */
export async function rowsOf(ask: Ask): Promise<Row[]> {
  const found: Row[] = [];
  for (const table of await tablesOf(ask)) {
    const { rows } = await ask(`select to_jsonb(t) as row from ${table} t`);
    found.push(...rows.map(({ row }) => ({ table, row })));
  }
  return found;
}

/**
 * Returns statements that delete all rows except those of the migrations. They use `delete`,
 * because it is faster than `truncate` for small tables.
 */
async function emptyingOf(ask: Ask): Promise<string> {
  const first = await rowsOf(ask);
  const tables = await tablesOf(ask);
  return [
    // Disables the check of foreign keys, so that the order of the tables does not matter.
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
  return {
    opened,
    ask,
    emptying: await emptyingOf(ask),
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
  return { opened, ask, emptying: await emptyingOf(ask), isDead: () => false, end };
}

/**
 * Opens an empty database after all migrations. It uses the Postgres server of a vitest project if
 * there is one, otherwise an embedded database in memory. So the same tests cover both. A closed
 * embedded database is emptied and used again, because opening one takes longer than most tests.
 */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const server = inject('postgres');
  const kept = idle.pop();
  if (kept) await kept.ask(kept.emptying);
  const reused = kept ?? (await (server ? openNewOnPostgres(server) : openNewEmbedded()));
  return {
    ...reused.opened,
    async close() {
      if (reused.isDead()) await reused.end();
      else idle.push(reused);
    },
  };
}
