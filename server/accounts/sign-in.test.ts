import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sentCode, sessionList } from '../../contract/account.ts';
import { emailCodes } from '../mail/mail.schema.ts';
import { sessions, users } from '../owners/owners.schema.ts';
import { recordsPath } from '../tasks/records.fixture.ts';
import { clockLeeway as leeway } from '../testing/server.fixture.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { photo } from '../testing/visitor.fixture.ts';
import {
  askForCode,
  codePath,
  day,
  enter,
  mailTo,
  minute,
  newAddress,
  otherThan,
  signIn,
  userOf,
} from './accounts.fixture.ts';
import { passwordTries } from './accounts.schema.ts';
import { createPasswordHashes } from './password-hashes.ts';

const server = sharedTestServer({ env: { GUEST_DAILY_CREDITS: '20', SIGN_INS_PER_MINUTE: '200' } });
const sessionPath = '/v1/user-session/email';

describe('by a mailed code', () => {
  test('creates an account for a new address, and signs in to it later (R24)', async () => {
    const [visitor, email] = [server.visitor(), newAddress()];
    const guest = await userOf(visitor);
    expect([guest.id, guest.email]).toEqual([undefined, undefined]);
    const first = await signIn(server, visitor, email);
    expect(first.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await userOf(visitor)).toMatchObject({ id: first.user.id, email });
    expect(first.user.email).toBe(email);
    server.clock.advance(minute);
    const again = await signIn(server, server.visitor(), email.toUpperCase());
    expect(again.user.id).toBe(first.user.id);
    expect(again.token).not.toBe(first.token);
  });

  test('signs up with the language of the page, in which later mails are written (R24)', async () => {
    const [visitor, email] = [server.visitor(), newAddress()];
    const { code } = await askForCode(server, visitor, email);
    enter(visitor, await visitor.call('POST', '/v1/user', { email, code, locale: 'ja' }));
    const [user] = await server.database.db.select().from(users).where(eq(users.email, email));
    expect(user).toMatchObject({ locale: 'ja', passwordHash: null });
  });

  test('returns the wait until another code, in milliseconds and as Retry-After', async () => {
    const email = newAddress();
    const before = server.clock.now();
    const answer = await server.visitor().call('GET', codePath(email));
    const { resendAfterMs, expiresAt } = sentCode.parse(answer.obj);
    expect(resendAfterMs).toBe(minute);
    const madeAt = new Date(expiresAt).getTime() - 10 * minute;
    expect(madeAt).toBeGreaterThanOrEqual(before.getTime());
    expect(madeAt).toBeLessThanOrEqual(server.clock.now().getTime());
    const response = await server.app.inject({ method: 'GET', url: codePath(email) });
    expect(response.json()).toMatchObject({ success: 'code_too_soon', obj: null });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(50);
    server.clock.advance(minute);
    expect(await server.visitor().call('GET', codePath(email))).toMatchObject({ success: '1' });
  });

  test('the pause counts only unused codes of the same kind', async () => {
    const [visitor, email] = [server.visitor(), newAddress()];
    const ask = async (type?: string) => (await visitor.call('GET', codePath(email, type))).success;
    expect(await ask('resetPassword')).toBe('1');
    expect(await ask()).toBe('1');
    for (const type of ['signIn', 'signUp', 'resetPassword']) {
      expect(await ask(type)).toBe('code_too_soon');
    }
    const { code } = mailTo(server, email, 'signInCode');
    enter(visitor, await visitor.call('POST', sessionPath, { email, code }));
    expect(await ask('resetPassword')).toBe('code_too_soon');
    const next = await askForCode(server, server.visitor(), email);
    expect(next.code).not.toBe(code);
    const answer = await visitor.call('POST', sessionPath, { email, code: next.code });
    enter(visitor, answer);
  });

  test('one of two concurrent requests gets a code', async () => {
    const email = newAddress();
    const asked = Array.from({ length: 5 }, () => server.visitor().call('GET', codePath(email)));
    const answers = (await Promise.all(asked)).map(({ success }) => success).sort();
    expect(answers).toEqual(['1', ...Array(4).fill('code_too_soon')]);
    expect(server.mails.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test.each([
    ['a moment, like between two servers, allows no second code', 50, 'code_too_soon'],
    ['a day causes no wait', day, '1'],
  ])('a clock set back by %s', async (_what, ms, answer) => {
    const [visitor, email] = [server.visitor(), newAddress()];
    expect((await visitor.call('GET', codePath(email))).success).toBe('1');
    server.clock.advance(-ms);
    try {
      expect((await visitor.call('GET', codePath(email))).success).toBe(answer);
    } finally {
      server.clock.advance(ms);
    }
  });

  test.each([
    ['spaces', (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `],
    [
      'full-width digits',
      (code: string) =>
        code.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    ],
  ])('accepts a code with %s', async (_what, typed) => {
    const [visitor, email] = [server.visitor(), newAddress()];
    const { code } = await askForCode(server, visitor, email);
    enter(visitor, await visitor.call('POST', sessionPath, { email, code: typed(code) }));
  });

  test('input with letters is not a code and does not count as a try', async () => {
    const [visitor, email] = [server.visitor(), newAddress()];
    const { code } = await askForCode(server, visitor, email);
    for (let n = 0; n < 6; n += 1) {
      const answer = await visitor.call('POST', sessionPath, { email, code: '12345a' });
      expect(answer).toMatchObject({ status: 200, success: 'invalid_code', obj: null });
    }
    enter(visitor, await visitor.call('POST', sessionPath, { email, code }));
  });

  test('using a code uses up all earlier codes (R23)', async () => {
    const [visitor, email] = [server.visitor(), newAddress()];
    const first = await askForCode(server, visitor, email);
    server.clock.advance(minute);
    const second = await askForCode(server, visitor, email);
    await visitor.call('POST', sessionPath, { email, code: first.code });
    for (const { code } of [first, second]) {
      const answer = await visitor.call('POST', sessionPath, { email, code });
      expect(answer.success).toBe('invalid_code');
    }
  });

  test('a code is valid for ten minutes', async () => {
    const [visitor, email] = [server.visitor(), newAddress()];
    const { code } = await askForCode(server, visitor, email);
    server.clock.advance(10 * minute - leeway);
    expect(
      (await visitor.call('POST', sessionPath, { email, code: otherThan(code) })).success,
    ).toBe('invalid_code');
    server.clock.advance(leeway);
    expect((await visitor.call('POST', sessionPath, { email, code })).success).toBe('code_expired');
  });

  test('after the fifth wrong try a code is refused; a new code may be tried again', async () => {
    const [visitor, email] = [server.visitor(), newAddress()];
    const { code } = await askForCode(server, visitor, email);
    const tries = [];
    for (let n = 0; n < 5; n += 1) {
      tries.push(
        (await visitor.call('POST', sessionPath, { email, code: otherThan(code) })).success,
      );
    }
    expect(tries).toEqual([...Array(4).fill('invalid_code'), 'too_many_tries']);
    expect((await visitor.call('POST', sessionPath, { email, code })).success).toBe(
      'too_many_tries',
    );
    server.clock.advance(minute);
    await signIn(server, visitor, email);
  });

  test('checks only five of many wrong codes (R23)', async () => {
    const [visitor, email] = [server.visitor(), newAddress()];
    const { code } = await askForCode(server, visitor, email);
    const answers = new Map<string, number>();
    // Each guess comes from another subnet, so that only the limit of the code itself applies.
    const guess = async (n: number) => {
      if (n === Number(code)) return;
      const body = { email, code: String(n).padStart(6, '0') };
      const { success } = await server.visitor().call('POST', sessionPath, body);
      answers.set(success, (answers.get(success) ?? 0) + 1);
    };
    for (let n = 0; n < 1000; n += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, i) => guess(n + i)));
    }
    expect(answers.get('1')).toBeUndefined();
    expect(answers.get('invalid_code')).toBe(4);
    const [row] = await server.database.db
      .select()
      .from(emailCodes)
      .where(eq(emailCodes.address, email));
    expect(row?.tries).toBe(5);
    expect((await visitor.call('POST', sessionPath, { email, code })).success).toBe(
      'too_many_tries',
    );
  });

  test('a code for another address or purpose is wrong', async () => {
    const [visitor, email, other] = [server.visitor(), newAddress(), newAddress()];
    const { code } = await askForCode(server, visitor, email);
    const foreign = await visitor.call('POST', sessionPath, { email: other, code });
    expect(foreign.success).toBe('invalid_code');
    const reset = { email, code, password: 'correct horse battery' };
    const answer = await visitor.call('POST', '/v1/user/password/code', reset);
    expect(answer.success).toBe('invalid_code');
  });

  test('codes, links and tokens are not readable in the tables', async () => {
    const [visitor, email] = [server.visitor(), newAddress()];
    const { code, link } = await askForCode(server, visitor, email);
    const { token } = await signedInWith(code);
    async function signedInWith(given: string) {
      return enter(visitor, await visitor.call('POST', sessionPath, { email, code: given }));
    }
    const { db } = server.database;
    const stored = JSON.stringify([
      await db.select().from(emailCodes).where(eq(emailCodes.address, email)),
      await db.select().from(sessions),
    ]);
    for (const secret of [`"${code}"`, link.split('=')[1] ?? '', token]) {
      expect(stored).not.toContain(secret);
    }
  });
});

describe('addresses', () => {
  test.each([
    `${'a'.repeat(294)}@b.com`,
    '"ada lovelace"@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com,eve@example.com',
    'nobody',
  ])('refuses %j without writing anything', async (email) => {
    const before = server.mails.length;
    const answer = await server.visitor().call('GET', codePath(email));
    expect(answer).toMatchObject({ status: 422, success: 'invalid_email' });
    expect(answer.msg).not.toBe('');
    for (const body of [
      { email, code: '123456' },
      { email, password: 'correct horse' },
    ]) {
      const tried = await server.visitor().call('POST', sessionPath, body);
      expect(tried.success).toBe('invalid_email');
    }
    expect(server.mails).toHaveLength(before);
  });

  test('accepts letters of any language in an address', async () => {
    const [visitor, email] = [server.visitor(), 'jürgen@bücher.example'];
    expect((await visitor.call('GET', codePath(email))).success).toBe('1');
    const { code } = mailTo(server, 'jürgen@xn--bcher-kva.example', 'signInCode');
    enter(
      visitor,
      await visitor.call('POST', sessionPath, { email: ` ${email.toUpperCase()}`, code }),
    );
  });

  test('known and unknown addresses are answered alike, and get the same mail (R23)', async () => {
    const [visitor, known, unknown] = [server.visitor(), newAddress(), newAddress()];
    await signIn(server, visitor, known);
    server.clock.advance(minute);
    const shape = async (email: string, type?: string) => {
      const { obj, ...answer } = await server.visitor().call('GET', codePath(email, type));
      return { ...answer, fields: Object.keys(obj as object) };
    };
    expect(await shape(known)).toEqual(await shape(unknown));
    const kinds = (email: string) => server.mails.findLast(({ to }) => to === email)?.kind;
    expect([kinds(known), kinds(unknown)]).toEqual(['signInCode', 'signInCode']);
    server.clock.advance(minute);
    expect(await shape(known, 'resetPassword')).toEqual(await shape(unknown, 'resetPassword'));
    expect([kinds(known), kinds(unknown)]).toEqual(['resetCode', 'resetUnknown']);
  });

  test('a page of another site cannot request codes', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const url = codePath(newAddress());
    const answer = await server.app.inject({ method: 'GET', url, headers });
    expect(answer.json()).toMatchObject({ success: 'foreign_origin' });
  });

  test('refuses a body with both or neither of code and password', async () => {
    const email = newAddress();
    for (const rest of [{}, { code: '123456', password: 'correct horse' }]) {
      const answer = await server.visitor().call('POST', sessionPath, { email, ...rest });
      expect(answer.success).toBe('invalid_request');
    }
  });
});

describe('the token', () => {
  test.each([
    'nobodys',
    `eyJ${'a'.repeat(700)}`,
    'A'.repeat(43),
    `${'A'.repeat(42)}!`,
    ' ',
    '%00',
    '0',
  ])('never counts as a guest when it is %j', async (token) => {
    const visitor = server.visitor();
    visitor.token = token;
    const paths = ['/v1/user', recordsPath, '/v1/file/notAuthSignature/png', '/v1/user-session'];
    for (const path of paths) {
      expect(await visitor.call('GET', path)).toMatchObject({ status: 200, success: '10009' });
    }
    expect((await visitor.start('uploads/a.png')).success).toBe('10009');
    expect(visitor.cookies).toEqual({});
  });

  test('an expired token does not prevent signing in', async () => {
    const visitor = server.visitor();
    visitor.token = 'A'.repeat(43);
    expect((await signIn(server, visitor, newAddress())).user.id).toBeDefined();
  });

  test('ends with the sign-out, at once', async () => {
    const visitor = server.visitor();
    await signIn(server, visitor, newAddress());
    expect(await visitor.call('DELETE', '/v1/user-session/current')).toMatchObject({
      success: '1',
      obj: null,
    });
    expect((await visitor.call('GET', '/v1/user')).success).toBe('10009');
    expect((await visitor.call('DELETE', '/v1/user-session/current')).success).toBe('10009');
  });

  test('lives for exactly thirty days from its last use', async () => {
    const [visitor, idle] = [server.visitor(), server.visitor()];
    await signIn(server, visitor, newAddress());
    await signIn(server, idle, newAddress());
    for (let n = 0; n < 3; n += 1) {
      server.clock.advance(20 * day);
      await userOf(visitor);
    }
    expect((await userOf(visitor)).id).toBeDefined();
    expect((await idle.call('GET', '/v1/user')).success).toBe('10009');
    server.clock.advance(30 * day);
    expect((await visitor.call('GET', '/v1/user')).success).toBe('10009');
    await server.sweep();
    expect(await server.database.db.select().from(sessions)).toEqual([]);
  });

  test('is renewed at most once a day', async () => {
    const visitor = server.visitor();
    const { user } = await signIn(server, visitor, newAddress());
    const seen = async () => {
      const ownerId = user.id ?? '';
      const { db } = server.database;
      const [row] = await db.select().from(sessions).where(eq(sessions.ownerId, ownerId));
      return row?.lastSeenAt.getTime();
    };
    const first = await seen();
    server.clock.advance(day - minute);
    await userOf(visitor);
    expect(await seen()).toBe(first);
    server.clock.advance(2 * minute);
    await userOf(visitor);
    expect(await seen()).toBeGreaterThan(first ?? 0);
  });
});

describe('a signed-in user', () => {
  test('starts a task under the same rules as a guest; others cannot see it', async () => {
    const visitor = server.visitor();
    await signIn(server, visitor, newAddress());
    const { obj } = await visitor.start(await visitor.upload(await photo()));
    const { id } = obj as { id: string };
    expect(visitor.cookies.lightwell_guest).toBeUndefined();
    expect((await userOf(visitor)).allowance).toMatchObject({ limit: 20, used: 4 });
    const list = await visitor.call('GET', recordsPath);
    expect(list.obj).toMatchObject({ records: [{ id }] });
    const other = server.visitor();
    await signIn(server, other, newAddress());
    for (const eve of [other, server.visitor()]) {
      expect((await eve.call('GET', `${recordsPath}/detail/${id}`)).success).toBe(
        'record_not_found',
      );
    }
  });

  test("cannot start a task with another visitor's upload", async () => {
    const [visitor, other] = [server.visitor(), server.visitor()];
    await signIn(server, visitor, newAddress());
    expect((await visitor.start(await other.upload(await photo()))).success).toBe(
      'upload_not_found',
    );
  });

  test('a guest cannot use the call for users', async () => {
    const visitor = server.visitor();
    const fileKey = await visitor.upload(await photo());
    const body = { fileKey, idempotencyKey: 'a-key-of-a-guest-1' };
    const answer = await visitor.call('POST', '/v1/ai-function/upscale-2x-fast', body);
    expect(answer.success).toBe('10009');
  });
});

const password = 'correct horse battery';

/** Creates a visitor who is signed in to a new account with a password. */
async function withPassword() {
  const [visitor, email] = [server.visitor(), newAddress()];
  const { code } = await askForCode(server, visitor, email);
  enter(visitor, await visitor.call('POST', '/v1/user', { email, code, password }));
  return { visitor, email };
}

/** Requests a password-reset code. Returns the mailed code. */
async function askForReset(email: string): Promise<string> {
  server.clock.advance(minute);
  await server.visitor().call('GET', codePath(email, 'resetPassword'));
  return mailTo(server, email, 'resetCode').code;
}

const byPassword = (email: string, given = password) =>
  server.visitor().call('POST', sessionPath, { email, password: given });

describe('by password', () => {
  test('signs in with the password chosen at sign-up (R25)', async () => {
    const { visitor, email } = await withPassword();
    const other = server.visitor();
    const answer = await other.call('POST', sessionPath, { email: email.toUpperCase(), password });
    expect(enter(other, answer).user.id).toBe((await userOf(visitor)).id);
  });

  test('a wrong password, an unknown address and an account without a password are answered alike (R25)', async () => {
    const { email } = await withPassword();
    const [plain, withoutOne] = [server.visitor(), newAddress()];
    await signIn(server, plain, withoutOne);
    const answers = [
      await byPassword(email, `${password}!`),
      await byPassword(newAddress()),
      await byPassword(withoutOne),
      await byPassword(email, 'x'.repeat(900)),
    ];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, success: 'invalid_credentials', obj: null });
  });

  test.each([true, false])(
    'ten wrong passwords block the address for a quarter of an hour (known address: %j); a code still signs in',
    async (isKnown) => {
      const email = isKnown ? (await withPassword()).email : newAddress();
      const answers = await Promise.all(
        Array.from({ length: 15 }, () => byPassword(email, 'wrong horse')),
      );
      const counted = answers.map(({ success }) => success).sort();
      expect(counted).toEqual([
        ...Array(10).fill('invalid_credentials'),
        ...Array(5).fill('too_many_tries'),
      ]);
      expect((await byPassword(email)).success).toBe('too_many_tries');
      server.clock.advance(minute);
      if (isKnown) await signIn(server, server.visitor(), email);
      server.clock.advance(15 * minute);
      expect((await byPassword(email)).success).toBe(isKnown ? '1' : 'invalid_credentials');
    },
  );

  test.each(['short', 'password', 'x'.repeat(129)])(
    'refuses %j before the code is used',
    async (weak) => {
      const [visitor, email] = [server.visitor(), newAddress()];
      const { code } = await askForCode(server, visitor, email);
      const answer = await visitor.call('POST', '/v1/user', { email, code, password: weak });
      expect(answer).toMatchObject({ status: 422, success: 'weak_password' });
      enter(visitor, await visitor.call('POST', '/v1/user', { email, code, password }));
    },
  );

  test('is reset by a code; every other session ends, and the owner is notified (R28)', async () => {
    const { visitor, email } = await withPassword();
    const code = await askForReset(email);
    const reset = { email, code, password: 'another horse entirely' };
    const other = server.visitor();
    enter(other, await other.call('POST', '/v1/user/password/code', reset));
    expect((await visitor.call('GET', '/v1/user')).success).toBe('10009');
    expect((await userOf(other)).id).toBeDefined();
    expect((await byPassword(email)).success).toBe('invalid_credentials');
    expect((await byPassword(email, reset.password)).success).toBe('1');
    expect(mailTo(server, email, 'passwordChanged')).toEqual({});
    const again = await server.visitor().call('POST', '/v1/user/password/code', reset);
    expect(again.success).toBe('invalid_code');
  });

  test('an outdated hash is replaced at the sign-in', async () => {
    const { email } = await withPassword();
    const { db } = server.database;
    const isThisUser = eq(users.email, email);
    const old = await createPasswordHashes({ memory: 32, passes: 1, parallelism: 1 }).hash(
      password,
    );
    await db.update(users).set({ passwordHash: old }).where(isThisUser);
    expect((await byPassword(email)).success).toBe('1');
    const [user] = await db.select().from(users).where(isThisUser);
    // The hash cost of the test server is set in server.fixture.ts.
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    expect((await byPassword(email)).success).toBe('1');
  });

  test('is not reset by a code that signs in', async () => {
    const { visitor, email } = await withPassword();
    server.clock.advance(minute);
    const { code } = await askForCode(server, visitor, email);
    const reset = { email, code, password: 'another horse entirely' };
    const answer = await visitor.call('POST', '/v1/user/password/code', reset);
    expect(answer.success).toBe('invalid_code');
    expect((await byPassword(email)).success).toBe('1');
  });
});

describe('by a mailed link', () => {
  const open = (visitor: ReturnType<typeof server.visitor>, token: string) =>
    visitor.call('POST', `${sessionPath}/direct`, { token });
  const check = (visitor: ReturnType<typeof server.visitor>, token: string) =>
    visitor.call('POST', `${sessionPath}/direct/look`, { token });
  const tokenOf = (link: string) => link.split('#direct=')[1] ?? '';

  test('signs in once, and uses up the code of the same mail (R27)', async () => {
    const [visitor, email] = [server.visitor(), newAddress()];
    const { code, link } = await askForCode(server, visitor, email);
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:8787\/#direct=[A-Za-z0-9_-]{43}$/);
    enter(visitor, await open(visitor, tokenOf(link)));
    expect((await open(server.visitor(), tokenOf(link))).success).toBe('invalid_link');
    const late = await visitor.call('POST', sessionPath, { email, code });
    expect(late.success).toBe('invalid_code');
  });

  test('a scanner that opens the page does not use up the link (R27)', async () => {
    const [visitor, email] = [server.visitor(), newAddress()];
    const { link } = await askForCode(server, visitor, email);
    for (const method of ['GET', 'HEAD', 'GET'] as const) {
      // Browsers do not send the part after # to the server.
      await server.app.inject({ method, url: new URL(link).pathname });
      await server.app.inject({ method, url: `${sessionPath}/direct?token=${tokenOf(link)}` });
    }
    enter(visitor, await open(visitor, tokenOf(link)));
  });

  test('returns its account any number of times, and is not used up', async () => {
    const [visitor, email] = [server.visitor(), newAddress()];
    const { link, code } = await askForCode(server, visitor, email.toUpperCase());
    for (let n = 0; n < 3; n += 1) {
      const answer = await check(server.visitor(), tokenOf(link));
      expect(answer).toMatchObject({ success: '1', obj: { email } });
      expect(JSON.stringify(answer)).not.toContain(code);
    }
    expect(visitor.token).toBe('');
    enter(visitor, await open(visitor, tokenOf(link)));
    expect((await check(visitor, tokenOf(link))).success).toBe('invalid_link');
  });

  test('one of two concurrent uses signs in', async () => {
    const [visitor, email] = [server.visitor(), newAddress()];
    const { link } = await askForCode(server, visitor, email);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => open(server.visitor(), tokenOf(link))),
    );
    expect(answers.map(({ success }) => success).sort()).toEqual([
      '1',
      ...Array(4).fill('invalid_link'),
    ]);
  });

  test('is valid for a quarter of an hour', async () => {
    const [visitor, email] = [server.visitor(), newAddress()];
    const { link } = await askForCode(server, visitor, email);
    server.clock.advance(15 * minute - leeway);
    expect((await check(visitor, tokenOf(link))).success).toBe('1');
    enter(visitor, await open(visitor, tokenOf(link)));
    server.clock.advance(minute);
    const next = await askForCode(server, server.visitor(), email);
    server.clock.advance(15 * minute);
    expect((await check(server.visitor(), tokenOf(next.link))).success).toBe('invalid_link');
    expect((await open(server.visitor(), tokenOf(next.link))).success).toBe('invalid_link');
  });

  test.each(['x', 'A'.repeat(43), 'A'.repeat(100), '💥'])('%j is not a link', async (token) => {
    expect((await check(server.visitor(), token)).success).toBe('invalid_link');
    expect((await open(server.visitor(), token)).success).toBe('invalid_link');
  });

  test('a link is invalid if its code has another purpose, or if its address has signed in since', async () => {
    const [visitor, email] = [server.visitor(), newAddress()];
    const { link, code } = await askForCode(server, visitor, email);
    await server.database.db
      .update(emailCodes)
      .set({ purpose: 'resetPassword' })
      .where(eq(emailCodes.address, email));
    expect((await check(visitor, tokenOf(link))).success).toBe('invalid_link');
    await server.database.db
      .update(emailCodes)
      .set({ purpose: 'signIn' })
      .where(eq(emailCodes.address, email));
    enter(visitor, await visitor.call('POST', sessionPath, { email, code }));
    expect((await check(visitor, tokenOf(link))).success).toBe('invalid_link');
  });

  test('leads to a page in the language of the requesting page', async () => {
    const email = newAddress();
    const headers = { 'accept-language': 'fr' };
    await server.app.inject({ method: 'GET', url: codePath(email), headers });
    expect(mailTo(server, email, 'signInCode').link).toContain('8787/fr#direct=');
  });
});

describe('the list of sessions', () => {
  test("lists the user's sessions, and ends one or all others", async () => {
    const email = newAddress();
    const [phone, laptop, tablet] = [server.visitor(), server.visitor(), server.visitor()];
    for (const visitor of [phone, laptop, tablet]) {
      await signIn(server, visitor, email);
      server.clock.advance(minute);
    }
    const list = async () =>
      sessionList.parse((await laptop.call('GET', '/v1/user-session')).obj).sessions;
    const before = await list();
    expect(before.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
    const [, next = '', last = ''] = before.map(({ lastSeenAt }) => lastSeenAt);
    expect(next > last).toBe(true);
    expect(JSON.stringify(before)).not.toContain(laptop.token);
    await laptop.call('DELETE', `/v1/user-session/${before[2]?.id}`);
    expect((await phone.call('GET', '/v1/user')).success).toBe('10009');
    expect((await userOf(tablet)).id).toBeDefined();
    await laptop.call('POST', '/v1/user-session/end-others');
    expect((await tablet.call('GET', '/v1/user')).success).toBe('10009');
    expect(await list()).toMatchObject([{ isCurrent: true }]);
  });

  test("cannot end another user's session", async () => {
    const [victim, eve] = [server.visitor(), server.visitor()];
    await signIn(server, victim, newAddress());
    await signIn(server, eve, newAddress());
    const { sessions: rows } = sessionList.parse(
      (await victim.call('GET', '/v1/user-session')).obj,
    );
    const answer = await eve.call('DELETE', `/v1/user-session/${rows[0]?.id}`);
    // The answer is the same as for an ended session, so that it does not reveal whether the
    // session exists.
    expect(answer.success).toBe('1');
    await eve.call('POST', '/v1/user-session/end-others');
    expect((await userOf(victim)).id).toBeDefined();
  });
});

test('the sweep removes expired codes and counts of wrong passwords', async () => {
  const { db } = server.database;
  const email = newAddress();
  const codes = async () =>
    (await db.select().from(emailCodes).where(eq(emailCodes.address, email))).length;
  const tries = async () =>
    (await db.select().from(passwordTries).where(eq(passwordTries.address, email))).length;
  await askForCode(server, server.visitor(), email);
  await byPassword(email, 'wrong horse');
  await server.sweep();
  expect([await codes(), await tries()]).toEqual([1, 1]);
  server.clock.advance(day);
  await server.sweep();
  expect([await codes(), await tries()]).toEqual([0, 0]);
});
