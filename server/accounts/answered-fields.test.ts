import { globSync } from 'node:fs';
import { join } from 'node:path';
import { getTableColumns, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { calls } from '../../contract/calls.ts';
import { reaches, startWith } from '../tasks/records.fixture.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { photo } from '../testing/visitor.fixture.ts';
import { codePath, enter, mailTo, minute, newAddress, signIn } from './accounts.fixture.ts';

const server = sharedTestServer({
  env: { CODES_PER_SUBNET: '1000', SIGN_INS_PER_MINUTE: '1000' },
});

/**
 * Returns true for columns, of any table, whose values must never be sent: hashes, and the keyed
 * hashes of subnets.
 */
const isSecret = (column: string) => /Hash$|^subnet$/.test(column);

async function storedSecrets(): Promise<{ columns: string[]; values: string[] }> {
  const files = globSync('../**/*.schema.ts', { cwd: import.meta.dirname });
  const schemas: object[] = await Promise.all(
    files.map((file) => import(join(import.meta.dirname, file))),
  );
  const tables = schemas
    .flatMap(Object.entries)
    .flatMap(([name, table]) => (is(table, PgTable) ? [{ name, table }] : []));
  const columns: string[] = [];
  const values: string[] = [];
  for (const { name, table } of tables) {
    const secret = Object.keys(getTableColumns(table)).filter(isSecret);
    const rows: Record<string, unknown>[] = await server.database.db.select().from(table);
    for (const column of secret) {
      const stored = rows.map((row) => row[column]).filter((value) => typeof value === 'string');
      const said = stored.filter((value) => value !== '');
      if (said.length > 0) columns.push(`${name}.${column}`);
      values.push(...said);
    }
  }
  return { columns, values };
}

/**
 * Creates a user with every kind of data: password, devices, a pending code and export, a record.
 */
async function aUserWithEverything() {
  const [visitor, phone, email] = [server.visitor(), server.visitor(), newAddress()];
  const { id } = await startWith(visitor, await photo());
  await reaches(visitor, id, 2);
  await signIn(server, visitor, email);
  server.clock.advance(minute);
  await visitor.call('GET', codePath(email, 'resetPassword'));
  const { code } = mailTo(server, email, 'resetCode');
  const request = { email, code, password: 'seven quiet hills' };
  enter(visitor, await visitor.call('POST', '/v1/user/password/code', request));
  await signIn(server, phone, email);
  server.clock.advance(minute);
  await visitor.call('GET', codePath(newAddress(), 'changeEmail'));
  await visitor.call('POST', '/v1/user/export');
  return { visitor, phone, recordId: id };
}

test('an answer has the fields of its contract, and no hash, token or subnet', async () => {
  const { visitor, phone, recordId } = await aUserWithEverything();
  const secrets = await storedSecrets();
  expect(secrets.columns).toEqual(
    expect.arrayContaining([
      ...['users.passwordHash', 'sessions.tokenHash', 'sessions.subnet', 'emailCodes.codeHash'],
      ...['emailCodes.linkHash', 'emailCodes.subnet', 'owners.subnet'],
    ]),
  );
  const hidden = [...secrets.values, visitor.token, phone.token].filter(Boolean);
  const asked = {
    setup: () => visitor.call('GET', '/v1/entrance/setup'),
    user: () => visitor.call('GET', '/v1/user'),
    account: () => visitor.call('GET', '/v1/user/account'),
    sessions: () => visitor.call('GET', '/v1/user-session'),
    setPreferences: () => visitor.call('POST', '/v1/user/preferences', { locale: 'de' }),
    requestExport: () => visitor.call('POST', '/v1/user/export'),
    records: () => visitor.call('GET', '/v1/ai-function-record'),
    record: () => visitor.call('GET', `/v1/ai-function-record/detail/${recordId}`),
  } as const;
  for (const [name, ask] of Object.entries(asked)) {
    const answer = await ask();
    expect([name, answer.success]).toEqual([name, '1']);
    const text = JSON.stringify(answer);
    expect([name, hidden.filter((value) => text.includes(value))]).toEqual([name, []]);
    const contract = calls[name as keyof typeof asked].obj;
    expect([name, answer.obj]).toEqual([name, contract.parse(answer.obj)]);
  }
});
