import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { startPostgres } from '../../../tools/testing/start-postgres.ts';

export type DatabaseKind = 'embedded' | 'postgres';

/** A database for each data directory. */
export type Databases = {
  /** returns the address of a new database; null if it is embedded in the data directory */
  create(kind: DatabaseKind): Promise<string | null>;
  stop(): Promise<void>;
};

type Given = { url: string; template?: string };

/** Creates a database on a server that may be killed later, so it keeps no connection. */
export async function createDatabase(server: string): Promise<string> {
  const admin = new Client({ connectionString: server });
  await admin.connect();
  const url = new URL(server);
  url.pathname = `/chaos_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${url.pathname.slice(1)}`);
  await admin.end();
  return url.href;
}

async function openPostgres(given: Given | undefined) {
  const server = given ? { ...given, stop: async () => {} } : await startPostgres();
  const admin = new Client({ connectionString: server.url });
  await admin.connect();
  return { server, admin, names: [] as string[] };
}

/**
 * Starts Postgres when the first Postgres database is created, unless a server is given. On a given
 * server, each database is a copy of the template, and `stop` removes it.
 */
export function openDatabases(given?: Given): Databases {
  let opened: ReturnType<typeof openPostgres> | undefined;
  return {
    async create(kind) {
      if (kind === 'embedded') return null;
      opened ??= openPostgres(given);
      const { server, admin, names } = await opened;
      const name = `chaos_${randomUUID().replaceAll('-', '')}`;
      await admin.query(`create database ${name} template ${given?.template ?? 'template1'}`);
      names.push(name);
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      return url.href;
    },
    async stop() {
      if (!opened) return;
      const { server, admin, names } = await opened;
      for (const name of given ? names : [])
        await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      await server.stop();
    },
  };
}
