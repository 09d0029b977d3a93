import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { startPostgres } from '../../../tools/testing/start-postgres.ts';

export type DatabaseKind = 'embedded' | 'postgres';

/** A database for each data directory. */
export type Databases = {
  /** returns its address; null for the embedded one, which is in the data directory */
  create(kind: DatabaseKind): Promise<string | null>;
  stop(): Promise<void>;
};

async function openPostgres() {
  const server = await startPostgres();
  const admin = new Client({ connectionString: server.url });
  await admin.connect();
  return { server, admin };
}

/** Postgres is started with the first database of its kind. */
export function openDatabases(): Databases {
  let opened: ReturnType<typeof openPostgres> | undefined;
  return {
    async create(kind) {
      if (kind === 'embedded') return null;
      opened ??= openPostgres();
      const { server, admin } = await opened;
      const name = `faults_${randomUUID().replaceAll('-', '')}`;
      await admin.query(`create database ${name}`);
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      return url.href;
    },
    async stop() {
      if (!opened) return;
      const { server, admin } = await opened;
      await admin.end();
      await server.stop();
    },
  };
}
