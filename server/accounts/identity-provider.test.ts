import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createFirebase, type IdentityProvider, noProvider } from './identity-provider.ts';
import { claimsOf, projectId, startProvider, type TestProvider } from './provider.fixture.ts';

let provider: TestProvider;
let firebase: IdentityProvider;
const now = () => new Date();
beforeAll(async () => {
  provider = await startProvider();
  firebase = createFirebase({ projectId, keysUrl: provider.keysUrl, isEmulated: false }, now);
});
afterAll(() => provider.close());
afterEach(() => void vi.useRealTimers());

const hour = 3600;
const seconds = () => Math.floor(Date.now() / 1000);
const refused = { code: 'provider_refused' };

test("returns a token's subject, and fetches the keys once", async () => {
  const account = { subject: 'subject-of-ada', verifiedEmail: 'ada@example.com' };
  expect(await firebase.verify(await provider.token())).toEqual(account);
  expect(await firebase.verify(await provider.token())).toEqual(account);
  expect(provider.asked()).toBe(1);
});

test.each(['x', 'x'.repeat(128)])(
  'accepts subjects of minimal and maximal length: %s',
  async (sub) => {
    expect(await firebase.verify(await provider.token({ sub }))).toMatchObject({ subject: sub });
  },
);

test.each([{ email_verified: false }, { email_verified: undefined }, { email: undefined }])(
  'returns no verified address with %j',
  async (changed) => {
    const { verifiedEmail } = await firebase.verify(await provider.token(changed));
    expect(verifiedEmail).toBeNull();
  },
);

test.each<[string, () => Record<string, unknown>]>([
  ['that has just expired', () => ({ exp: seconds() - 20 })],
  ['from a clock that is slightly fast', () => ({ iat: seconds() + 20 })],
  ['of almost an hour ago', () => ({ iat: seconds() - hour + 60 })],
])('accepts a token %s, because clocks differ', async (_what, changed) => {
  expect(await firebase.verify(await provider.token(changed()))).toMatchObject({
    subject: 'subject-of-ada',
  });
});

describe('refuses', () => {
  test.each<[string, () => Record<string, unknown>]>([
    ['another audience', () => ({ aud: 'demo-another' })],
    ['another issuer', () => ({ iss: 'https://securetoken.google.com/demo-another' })],
    ['a foreign issuer', () => ({ iss: 'https://evil.example' })],
    ['an expired token', () => ({ exp: seconds() - 45 })],
    ['one older than an hour, whatever its expiry', () => ({ iat: seconds() - hour - 60 })],
    ['one without an expiry', () => ({ exp: undefined })],
    ['one from the future', () => ({ iat: seconds() + hour })],
    ['one of tomorrow, from a clock that is a day fast', () => ({ iat: seconds() + 24 * hour })],
    ['one of yesterday', () => ({ iat: seconds() - 24 * hour })],
    ['one without a time', () => ({ iat: undefined })],
    ['a sign-in in the future', () => ({ auth_time: seconds() + hour })],
    ['one without a sign-in', () => ({ auth_time: undefined })],
    ['one that is not valid yet', () => ({ nbf: seconds() + hour })],
    ['an empty subject', () => ({ sub: '' })],
    ['a subject that is too long', () => ({ sub: 'x'.repeat(129) })],
    ['a subject that is not a string', () => ({ sub: 7 })],
  ])('%s', async (_what, changed) => {
    const token = await provider.token(changed());
    await expect(firebase.verify(token)).rejects.toMatchObject(refused);
  });

  test('an unsigned token', async () => {
    await expect(firebase.verify(provider.unsigned())).rejects.toMatchObject(refused);
  });

  test('a token of another key with the same id', async () => {
    await expect(firebase.verify(await provider.forged())).rejects.toMatchObject(refused);
  });

  test('a token of an unknown key, without fetching the keys each time', async () => {
    const before = provider.asked();
    for (let n = 0; n < 5; n += 1) {
      const token = await provider.forged({}, `unknown-${n}`);
      await expect(firebase.verify(token)).rejects.toMatchObject(refused);
    }
    expect(provider.asked()).toBe(before);
  });

  test('a token signed with the public key as a secret', async () => {
    const token = await provider.signedWithPublicKey();
    await expect(firebase.verify(token)).rejects.toMatchObject(refused);
  });

  test('a token whose claims were changed', async () => {
    const [header, , signature] = (await provider.token()).split('.');
    const claims = Buffer.from(JSON.stringify(claimsOf({ sub: 'eve' }))).toString('base64url');
    const token = `${header}.${claims}.${signature}`;
    await expect(firebase.verify(token)).rejects.toMatchObject(refused);
  });

  test.each(['', 'x', 'a.b.c', '..', 'eyJhbGciOiJSUzI1NiJ9..', '💥.💥.💥', 'a'.repeat(8000)])(
    '%j',
    async (token) => {
      await expect(firebase.verify(token)).rejects.toMatchObject(refused);
    },
  );

  test('every token if no provider is configured', async () => {
    await expect(noProvider.verify(await provider.token())).rejects.toMatchObject(refused);
  });
});

test('keeps the keys for six hours', async () => {
  const own = createFirebase({ projectId, keysUrl: provider.keysUrl, isEmulated: false }, now);
  const begun = Date.now();
  const asked = provider.asked();
  for (const [hours, fetched] of [
    [0, 1],
    [5.9, 1],
    [6.1, 2],
  ] as const) {
    vi.useFakeTimers({ toFake: ['Date'], now: begun + hours * hour * 1000 });
    await own.verify(await provider.token());
    expect(provider.asked() - asked).toBe(fetched);
  }
});

test('logs which claim a token lacks', async () => {
  const token = await provider.token({ sub: '' });
  await expect(firebase.verify(token)).rejects.toThrow('the ID token lacks a required claim');
});

test('accepts a new signing key of the provider, at the earliest after half a minute', async () => {
  const own = createFirebase({ projectId, keysUrl: provider.keysUrl, isEmulated: false }, now);
  await own.verify(await provider.token());
  await provider.rotate();
  await expect(own.verify(await provider.token())).rejects.toMatchObject(refused);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
  expect(await own.verify(await provider.token())).toMatchObject({ subject: 'subject-of-ada' });
});

test('an unreachable provider is not reported as a forged token, and known keys keep working', async () => {
  const down = await startProvider();
  const settings = { projectId, keysUrl: down.keysUrl, isEmulated: false };
  const known = createFirebase(settings, now);
  await known.verify(await down.token());
  down.goDown();
  await known.verify(await down.token());
  const unavailable = { code: 'unavailable' };
  const fresh = createFirebase(settings, now);
  await expect(fresh.verify(await down.token())).rejects.toMatchObject(unavailable);
  await down.close();
  await expect(fresh.verify(await down.token())).rejects.toMatchObject(unavailable);
});

test('the emulator’s tokens are unsigned, and otherwise checked like all tokens', async () => {
  const settings = { projectId, keysUrl: provider.keysUrl, isEmulated: true };
  const emulated = createFirebase(settings, now);
  expect(await emulated.verify(provider.unsigned())).toMatchObject({ subject: 'subject-of-ada' });
  for (const changed of [
    { aud: 'other' },
    { exp: seconds() - 60 },
    { sub: '' },
    { iat: undefined },
  ]) {
    await expect(emulated.verify(provider.unsigned(changed))).rejects.toMatchObject(refused);
  }
  await expect(emulated.verify(await provider.token())).rejects.toMatchObject(refused);
});
