import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { startPostgres } from '../testing/start-postgres.ts';

export type DatabaseKind = 'embedded' | 'postgres';

/** A database for each data directory. */
export type Databases = {
  /** its address; null for the embedded one, which lies in the data directory */
  create(): Promise<string | null>;
  stop(): Promise<void>;
};

export async function openDatabases(kind: DatabaseKind): Promise<Databases> {
  if (kind === 'embedded') return { create: async () => null, stop: async () => {} };
  const server = await startPostgres();
  const admin = new Client({ connectionString: server.url });
  await admin.connect();
  return {
    async create() {
      const name = `faults_${randomUUID().replaceAll('-', '')}`;
      await admin.query(`create database ${name}`);
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      return url.href;
    },
    async stop() {
      await admin.end();
      await server.stop();
    },
  };
}
