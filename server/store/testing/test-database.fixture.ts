import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { type OpenDatabase, openEmbedded, openPostgres } from '../database.ts';
import { migratedDatabase } from './migrated-database.fixture.ts';

/**
 * An empty database with all migrations: on the Postgres server that the project `postgres` of vitest.config.ts has
 * started, otherwise embedded and in memory. So the same tests prove both.
 */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const serverUrl = inject('postgresUrl');
  if (!serverUrl) return await openEmbedded({ dump: (await migratedDatabase()).dump });
  const name = `lightwell_test_${randomUUID().replaceAll('-', '')}`;
  const admin = new Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(serverUrl);
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
