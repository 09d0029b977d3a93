import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, inject, test } from 'vitest';
import { startHost } from './host-in-process.ts';
import { runMoney } from './run-money.ts';

test('the same schedules conserve money and credits on Postgres (R53, R70, R73, R74)', {
  timeout: 600_000,
}, async () => {
  const server = inject('postgres');
  if (!server) throw new Error('Expected a Postgres server for this suite');
  const name = `money_${randomUUID().replaceAll('-', '')}`;
  const admin = new Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create database ${name} template ${server.template}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const host = await startHost({ url: url.href });
  const { runs, violations } = await runMoney(host, { runs: 3, seed: 5 });
  await host.close();
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
  expect({ runs, violations }).toEqual({ runs: 3, violations: [] });
});
