import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../server/platform/database/database.ts';
import { startPostgres } from './start-postgres.ts';

/** The Postgres server in which tests create databases. */
export type TestPostgres = {
  url: string;
  /** a database with all migrations; the names of its copies begin with its name */
  template: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    /** the Postgres server of this run, or undefined if the tests use the embedded database */
    postgres: TestPostgres | undefined;
  }
}

const fail = (error: Error) => {
  throw error;
};

async function makeTemplate(url: string, template: string): Promise<void> {
  const admin = new Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${template}`);
  await admin.end();
  const address = new URL(url);
  address.pathname = `/${template}`;
  const database = await openPostgres(address.href, fail);
  await database.close();
}

/**
 * Starts one Postgres server for all tests that need one, or uses the server of TEST_DATABASE_URL.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, stop: async () => {} } : await startPostgres();
  const { url } = server;
  const template = `lightwell_test_${randomUUID().replaceAll('-', '')}`;
  await makeTemplate(url, template);
  project.provide('postgres', { url, template });
  return async () => {
    const admin = new Client({ connectionString: url });
    await admin.connect();
    const { rows } = await admin.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [template],
    );
    for (const { name } of rows) await admin.query(`drop database ${name} with (force)`);
    await admin.end();
    await server.stop();
  };
}
