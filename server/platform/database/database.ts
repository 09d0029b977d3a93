import { AsyncLocalStorage } from 'node:async_hooks';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { Pool } from 'pg';
import { ConnectionFailed } from './database-away.ts';
import { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded-database.ts';
import { PreparingClient } from './preparing-client.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Time limit for a connection to a Postgres server, in milliseconds. */
const connectMs = 10_000;

/**
 * Time without a query after which Postgres ends a transaction, in milliseconds. A frozen or
 * unreachable process would otherwise keep its rows locked. It is shorter than a lease, so that the
 * rows are free when another process takes over.
 */
const transactionRestMs = 20_000;

/** This number is arbitrary, and the same for every process that uses this database. */
const migrationLock = 5_170_733;

type Handle = PgDatabase<PgQueryResultHKT>;

/** Queries that are possible inside and outside of a transaction. */
export type Queries = Pick<
  Handle,
  'select' | 'selectDistinctOn' | 'insert' | 'update' | 'delete' | 'execute' | 'with'
>;

declare const scope: unique symbol;

/** An open transaction. Use only this handle until the transaction ends. */
export type Tx = Queries & { readonly [scope]: 'transaction' };

/**
 * The database outside of any transaction. Its methods throw inside a transaction, because PGlite
 * would then wait for itself. Functions that work inside a transaction take a `Tx`.
 */
export type Database = Queries & {
  readonly [scope]: 'database';
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Returns the number of ended transactions. After each one, cached reads may be outdated. */
  transactionsEnded(): number;
  /** Counts transactions of other processes. */
  countTransaction(): void;
  /** Calls `heard` after each transaction of this process, until the signal aborts. */
  onTransactionEnd(heard: () => void, signal: AbortSignal): void;
};

export type OpenDatabase = {
  db: Database;
  /** connection settings for the bus */
  source: { kind: 'embedded'; embedded: Embedded } | { kind: 'postgres'; url: string };
  close(): Promise<void>;
};

/** Returns a handle that throws while the caller's transaction is open. */
export function guarded(handle: Handle): Database {
  const transactions = new AsyncLocalStorage<{ isOpen: boolean }>();
  const hearers = new Set<() => void>();
  let ended = 0;
  async function transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const current = { isOpen: true };
    let hasBegun = false;
    try {
      return await transactions.run(current, () =>
        handle.transaction((tx) => {
          hasBegun = true;
          return work(tx as unknown as Tx);
        }),
      );
    } catch (error) {
      if (hasBegun) throw error;
      throw new ConnectionFailed('a transaction could not begin', { cause: error });
    } finally {
      current.isOpen = false;
      ended += 1;
      for (const heard of hearers) heard();
    }
  }
  const anywhere: Record<string | symbol, unknown> = {
    transactionsEnded: () => ended,
    countTransaction() {
      ended += 1;
    },
    onTransactionEnd(heard: () => void, signal: AbortSignal) {
      hearers.add(heard);
      signal.addEventListener('abort', () => hearers.delete(heard));
    },
  } satisfies Partial<Database>;
  return new Proxy(handle, {
    get(target, name) {
      if (Object.hasOwn(anywhere, name)) return anywhere[name];
      if (transactions.getStore()?.isOpen) {
        throw new Error(
          `The database was used inside a transaction (${String(name)}). Use the Tx of the transaction.`,
        );
      }
      return name === 'transaction' ? transaction : Reflect.get(target, name, target);
    },
  }) as unknown as Database;
}

/**
 * Opens the embedded database and runs the migrations.
 * @param inspect checks the existing database before the migrations; may throw to refuse it
 */
export async function openEmbedded({
  inspect,
  ...options
}: EmbeddedOptions & { inspect?: (pool: Pool) => Promise<void> } = {}): Promise<OpenDatabase> {
  const embedded = await startEmbedded(options);
  const { pool, close } = embedded;
  try {
    await inspect?.(pool);
    const handle = drizzle(pool);
    await migrate(handle, { migrationsFolder });
    return { db: guarded(handle), source: { kind: 'embedded', embedded }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Connects to a Postgres server and runs the migrations.
 * @throws if the server cannot be reached or the migrations fail
 */
export async function openPostgres(
  url: string,
  onError: (error: Error) => void,
): Promise<OpenDatabase> {
  const pool = new Pool({
    connectionString: url,
    Client: PreparingClient,
    max: 10,
    // Without these options, calls would wait for minutes for a server that has disappeared.
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: connectMs,
    idle_in_transaction_session_timeout: transactionRestMs,
  });
  // Without a listener, the loss of an idle connection would end the process.
  pool.on('error', onError);
  // The pool does not listen to a connection in use. The next query of its transaction then fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder });
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
    client.release();
  } catch (error) {
    client.release(true);
    await pool.end();
    throw error;
  }
  return {
    db: guarded(drizzle(pool)),
    source: { kind: 'postgres', url },
    close: () => pool.end(),
  };
}
