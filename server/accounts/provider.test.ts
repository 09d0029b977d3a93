import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWith } from '../tasks/records.fixture.ts';
import { startTestServer, type TestServer } from '../testing/server.fixture.ts';
import { photo } from '../testing/visitor.fixture.ts';
import {
  askForCode,
  enter,
  minute,
  newAddress,
  otherThan,
  signIn,
  userOf,
} from './accounts.fixture.ts';
import { projectId, startProvider, type TestProvider } from './provider.fixture.ts';

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

let subjects = 0;
const newSubject = () => {
  subjects += 1;
  return `subject-${subjects}`;
};

type Visitor = ReturnType<TestServer['visitor']>;

const post = (visitor: Visitor, body: object) =>
  visitor.call('POST', '/v1/user-session/firebase', body);

test('creates an account for a verified address, and merges the guest', async () => {
  const [visitor, email, sub] = [server.visitor(), newAddress(), newSubject()];
  await startWith(visitor, await photo());
  const idToken = await provider.token({ sub, email });
  const first = enter(visitor, await post(visitor, { idToken }));
  expect(first.merged).toEqual({ records: 1 });
  server.clock.advance(minute);
  const again = await signIn(server, server.visitor(), email);
  expect(again.user.id).toBe(first.user.id);
});

test('finds its account after the address has changed at the provider', async () => {
  const [visitor, sub] = [server.visitor(), newSubject()];
  const before = await provider.token({ sub, email: newAddress() });
  const first = enter(visitor, await post(visitor, { idToken: before }));
  const after = await provider.token({ sub, email: newAddress() });
  expect(enter(visitor, await post(visitor, { idToken: after })).user.id).toBe(first.user.id);
});

test('is linked to the account of a verified address (R26)', async () => {
  const [visitor, email] = [server.visitor(), newAddress()];
  const { user } = await signIn(server, visitor, email);
  const idToken = await provider.token({ sub: newSubject(), email: email.toUpperCase() });
  expect(enter(visitor, await post(visitor, { idToken })).user.id).toBe(user.id);
});

test('a sign-in without a verified address needs a mailed code (R26)', async () => {
  const [owner, eve, email] = [server.visitor(), server.visitor(), newAddress()];
  const { user } = await signIn(server, owner, email);
  const idToken = await provider.token({ sub: newSubject(), email, email_verified: false });
  expect((await post(eve, { idToken })).success).toBe('email_unverified');
  server.clock.advance(minute);
  const { code } = await askForCode(server, owner, email);
  const wrong = await post(eve, { idToken, email, code: otherThan(code) });
  expect(wrong.success).toBe('invalid_code');
  expect(enter(owner, await post(owner, { idToken, email, code })).user.id).toBe(user.id);
  expect(enter(owner, await post(owner, { idToken })).user.id).toBe(user.id);
});

test('an invalid token is refused (R26)', async () => {
  const visitor = server.visitor();
  for (const idToken of [await provider.forged(), provider.unsigned(), 'x']) {
    expect((await post(visitor, { idToken })).success).toBe('provider_refused');
  }
  expect((await userOf(visitor)).id).toBeUndefined();
});

test('concurrent sign-ins of one account link it once', async () => {
  const [email, sub] = [newAddress(), newSubject()];
  const idToken = await provider.token({ sub, email });
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const visitor = server.visitor();
      return enter(visitor, await post(visitor, { idToken })).user.id;
    }),
  );
  expect(new Set(answers).size).toBe(1);
});
