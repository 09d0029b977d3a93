import { drizzle } from 'drizzle-orm/node-postgres';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../tools/testing/eventually.ts';
import { lockAddress } from '../owners/users.store.ts';
import type { Tx } from '../platform/database/database.ts';
import { startTestServer, type TestServer } from '../testing/server.fixture.ts';
import type { Answer, Visitor } from '../testing/visitor.fixture.ts';
import { codePath, enter, mailTo, minute, newAddress, signIn } from './accounts.fixture.ts';
import { projectId, startProvider, type TestProvider } from './provider.fixture.ts';

/*
 * Tests that every sign-in method waits for a concurrent change of the account. These tests need
 * Postgres, because the embedded database has only one connection.
 */

let provider: TestProvider;
let server: TestServer;
beforeAll(async () => {
  provider = await startProvider();
  const env = { FIREBASE_PROJECT_ID: projectId, FIREBASE_API_KEY: 'key' };
  server = await startTestServer({ env: { ...env, FIREBASE_KEYS_URL: provider.keysUrl } });
});
afterAll(async () => {
  await server.stop();
  await provider.close();
});

/** A competing connection with an open transaction. */
let other: Client;
beforeEach(async () => {
  const { source } = server.database;
  if (source.kind !== 'postgres')
    throw new Error('Expected Postgres. Run this test with a Postgres database.');
  other = new Client({ connectionString: source.url });
  await other.connect();
  await other.query('begin');
});
afterEach(() => other.end());

const holdAddress = (address: string) => lockAddress(drizzle(other) as unknown as Tx, address);

const untilSomebodyWaits = (waiting = 1) =>
  eventually(async () => {
    const { rows } = await other.query(
      `select 1 from pg_locks join pg_database on pg_database.oid = database
       where datname = current_database() and locktype = 'advisory' and not granted`,
    );
    expect(rows).toHaveLength(waiting);
  });

const password = 'correct horse battery';

async function newUser(): Promise<{ visitor: Visitor; email: string }> {
  const [visitor, email] = [server.visitor(), newAddress()];
  await signIn(server, visitor, email);
  server.clock.advance(minute);
  return { visitor, email };
}

test('a sign-in with a password that is changed in the meantime is refused', async () => {
  const { email } = await newUser();
  const { code } = await askForReset(email);
  const reset = await server.visitor().call('POST', '/v1/user/password/code', {
    email,
    code,
    password,
  });
  expect(reset).toMatchObject({ success: '1' });
  await holdAddress(email);
  const entering = server.visitor().call('POST', '/v1/user-session/email', { email, password });
  await untilSomebodyWaits();
  await other.query('update users set password_hash = $1 where email = $2', ['another', email]);
  await other.query('commit');
  expect((await entering).success).toBe('invalid_credentials');
});

async function askForReset(email: string): Promise<{ code: string }> {
  await server.visitor().call('GET', `/v1/user/resetPassword/email/${email}/code`);
  const mail = server.mails.findLast(({ to, kind }) => to === email && kind === 'resetCode');
  return mail?.values as { code: string };
}

/** Returns the stored codes of these email addresses. */
async function codesFor(...addresses: string[]): Promise<string[]> {
  const { rows } = await other.query<{ address: string }>(
    'select address from email_codes where address = any($1)',
    [addresses],
  );
  return rows.map(({ address }) => address);
}

/**
 * Deletes an account while another transaction changes its address. Returns the remaining codes
 * after both transactions have ended. The concurrent request fails because the account is gone.
 */
async function deletionBeside(newEmail: string) {
  const { visitor, email } = await newUser();
  await visitor.call('GET', codePath(email, 'deleteAccount'));
  const { code } = mailTo(server, email, 'deleteCode');
  server.clock.advance(minute);
  await holdAddress(email);
  const deleting = visitor.call('POST', '/v1/user/delete', { code });
  await untilSomebodyWaits();
  const asking = visitor.call('GET', codePath(newEmail, 'changeEmail'));
  await untilSomebodyWaits(2);
  await other.query('commit');
  const answers = [(await deleting).success, (await asking).success];
  return { answers, left: await codesFor(email, newEmail) };
}

test.each([
  ['is locked before the current one', 'a-new-one@example.com'],
  ['is locked after it', 'z-new-one@example.com'],
])('a code for a new address that %s does not outlive the account', async (_when, newEmail) => {
  expect(await deletionBeside(newEmail)).toEqual({ answers: ['1', '10009'], left: [] });
});

test('a code mailed to a new address before the deletion is deleted with the account', async () => {
  const { visitor, email } = await newUser();
  const newEmail = newAddress();
  await visitor.call('GET', codePath(email, 'deleteAccount'));
  const { code } = mailTo(server, email, 'deleteCode');
  server.clock.advance(minute);
  await holdAddress(email);
  const asking = visitor.call('GET', codePath(newEmail, 'changeEmail'));
  await untilSomebodyWaits();
  const deleting = visitor.call('POST', '/v1/user/delete', { code });
  await untilSomebodyWaits(2);
  await other.query('commit');
  expect([(await asking).success, (await deleting).success]).toEqual(['1', '1']);
  expect(await codesFor(email, newEmail)).toEqual([]);
});

test('an account whose address has changed in the meantime is not deleted by a code of the former address', async () => {
  const { visitor, email } = await newUser();
  await visitor.call('GET', codePath(email, 'deleteAccount'));
  const { code } = mailTo(server, email, 'deleteCode');
  await holdAddress(email);
  const deleting = visitor.call('POST', '/v1/user/delete', { code });
  await untilSomebodyWaits();
  await other.query('update users set email = $1 where email = $2', [newAddress(), email]);
  await other.query('commit');
  expect((await deleting).success).toBe('10009');
  expect((await visitor.call('GET', '/v1/user/account')).success).toBe('1');
});

test('a sign-in by the provider does not use an account that is unlinked in the meantime', async () => {
  const [visitor, sub, email] = [server.visitor(), 'subject-of-ada', newAddress()];
  const enterBy = async (who: Visitor): Promise<Answer> =>
    who.call('POST', '/v1/user-session/firebase', {
      idToken: await provider.token({ sub, email, email_verified: who === visitor }),
    });
  enter(visitor, await enterBy(visitor));
  await holdAddress(email);
  const entering = enterBy(server.visitor());
  await untilSomebodyWaits();
  await other.query('delete from identities where subject = $1', [sub]);
  await other.query('commit');
  expect((await entering).success).toBe('email_unverified');
});
