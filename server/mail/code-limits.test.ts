import { describe, expect, test } from 'vitest';
import {
  askForCode,
  codePath,
  day,
  hour,
  mailTo,
  minute,
  newAddress,
  signIn,
} from '../accounts/accounts.fixture.ts';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import type { Visitor } from '../testing/visitor.fixture.ts';

const server = sharedTestServer({
  env: {
    CODES_PER_SUBNET: '8',
    CODES_PER_SUBNET_AND_ADDRESS: '3',
    CODES_PER_ADDRESS: '5',
    CODES_FOR_KNOWN_BROWSERS: '2',
  },
});

const ask = async (visitor: Visitor, email: string, type?: string) =>
  (await visitor.call('GET', codePath(email, type))).success;

/** Requests codes as fast as the required pause allows. */
async function askTimes(times: number, email: string, by: () => Visitor, type?: string) {
  const answers = [];
  for (let n = 0; n < times; n += 1) {
    answers.push(await ask(by(), email, type));
    server.clock.advance(minute);
  }
  return answers;
}

const anybody = () => server.visitor();

test('limits the codes of a kind mailed to one address per day, for all callers together (R23)', async () => {
  const email = newAddress();
  expect(await askTimes(6, email, anybody)).toEqual([...Array(5).fill('1'), 'rate_limited']);
  expect(await ask(anybody(), email.toUpperCase())).toBe('rate_limited');
  expect(server.mails.filter(({ to }) => to === email)).toHaveLength(5);
  expect(await ask(anybody(), email, 'resetPassword')).toBe('1');
  expect(await ask(anybody(), newAddress())).toBe('1');
});

test('reports when the oldest code no longer counts, and a request then succeeds', async () => {
  const email = newAddress();
  await askTimes(5, email, anybody);
  const refused = await server.app.inject({ method: 'GET', url: codePath(email) });
  expect(refused.json()).toMatchObject({ success: 'rate_limited', obj: null });
  const waitMs = Number(refused.headers['retry-after']) * 1000;
  expect(waitMs).toBeGreaterThan(day - 6 * minute);
  expect(waitMs).toBeLessThanOrEqual(day - 5 * minute);
  server.clock.advance(waitMs - 2000);
  expect(await ask(anybody(), email)).toBe('rate_limited');
  server.clock.advance(2000);
  expect(await ask(anybody(), email)).toBe('1');
  expect(await ask(anybody(), email)).toBe('code_too_soon');
  // Two minutes cover the pause and the duration of the first requests, so that the second code no
  // longer counts.
  server.clock.advance(2 * minute);
  expect(await ask(anybody(), email)).toBe('1');
});

test('limits codes of all kinds from one subnet to one address per hour; other subnets have their own limit', async () => {
  const [email, visitor] = [newAddress(), server.visitor()];
  expect(await askTimes(2, email, () => visitor)).toEqual(['1', '1']);
  expect(await askTimes(2, email, () => visitor, 'resetPassword')).toEqual(['1', 'rate_limited']);
  expect(await ask(visitor, newAddress())).toBe('1');
  expect(await ask(anybody(), email)).toBe('1');
  server.clock.advance(hour);
  expect(await ask(visitor, email)).toBe('1');
});

test('concurrent requests do not exceed the limit', async () => {
  const email = newAddress();
  await askTimes(4, email, anybody);
  const asked = Array.from({ length: 6 }, () => ask(anybody(), email));
  expect((await Promise.all(asked)).sort()).toEqual(['1', ...Array(5).fill('code_too_soon')]);
  server.clock.advance(minute);
  const late = await Promise.all(Array.from({ length: 6 }, () => ask(anybody(), email)));
  expect(late).toEqual(Array(6).fill('rate_limited'));
});

test('known and unknown addresses are refused alike', async () => {
  const [known, unknown] = [newAddress(), newAddress()];
  await signIn(server, server.visitor(), known);
  server.clock.advance(day);
  const answers = [];
  for (const email of [known, unknown]) {
    await askTimes(5, email, anybody);
    const { statusCode, headers, body } = await server.app.inject({
      method: 'GET',
      url: codePath(email),
    });
    // A second of the real clock may pass between the two requests.
    const minutesToWait = Math.ceil(Number(headers['retry-after']) / 60);
    answers.push({ statusCode, body, minutesToWait });
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.minutesToWait).toBe((day - 5 * minute) / minute);
});

describe('a browser that has signed in to the address before', () => {
  /** Returns a visitor who signed in to the email address a day ago. */
  async function regular(email: string): Promise<Visitor> {
    const visitor = server.visitor();
    await signIn(server, visitor, email);
    server.clock.advance(day);
    visitor.token = '';
    return visitor;
  }

  test('has its own codes, which others cannot use up', async () => {
    const email = newAddress();
    const visitor = await regular(email);
    expect(await askTimes(6, email, anybody)).toEqual([...Array(5).fill('1'), 'rate_limited']);
    expect(await askTimes(3, email, () => visitor)).toEqual(['1', '1', 'rate_limited']);
    const { code } = mailTo(server, email, 'signInCode');
    const entered = await visitor.call('POST', '/v1/user-session/email', { email, code });
    expect(entered.success).toBe('1');
  });

  test('does not raise the number of codes, or of guesses, per day', async () => {
    const email = newAddress();
    const visitor = await regular(email);
    // Each request comes from another subnet, so that no subnet limit is reached.
    const moved = () => {
      const elsewhere = server.visitor();
      Object.assign(elsewhere.cookies, visitor.cookies);
      return elsewhere;
    };
    const answers = await askTimes(8, email, moved);
    expect(answers).toEqual([...Array(7).fill('1'), 'rate_limited']);
    expect(await ask(anybody(), email)).toBe('rate_limited');
  });

  test('is unknown for other addresses and without its cookie', async () => {
    const [email, other] = [newAddress(), newAddress()];
    const visitor = await regular(email);
    await askTimes(5, email, anybody);
    await askTimes(5, other, anybody);
    expect(await ask(visitor, other)).toBe('rate_limited');
    for (const name of Object.keys(visitor.cookies)) delete visitor.cookies[name];
    expect(await ask(visitor, email)).toBe('rate_limited');
  });

  test('is recognised by an HttpOnly cookie', async () => {
    const [email, visitor] = [newAddress(), server.visitor()];
    const { code } = await askForCode(server, visitor, email);
    const { headers } = await server.app.inject({
      method: 'POST',
      url: '/v1/user-session/email',
      payload: { email, code },
    });
    expect(headers['set-cookie']).toMatch(
      /^lightwell_known=[\w.-]{45}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });
});

test('deleting an account removes the known-browser cookie', async () => {
  const [email, visitor] = [newAddress(), server.visitor()];
  await signIn(server, visitor, email);
  expect(visitor.cookies.lightwell_known).toBeDefined();
  await ask(visitor, email, 'deleteAccount');
  const { code } = mailTo(server, email, 'deleteCode');
  expect(await visitor.call('POST', '/v1/user/delete', { code })).toMatchObject({ success: '1' });
  expect(visitor.cookies.lightwell_known).toBeUndefined();
});

test('a sign-in does not reduce the count: each guess costs a code', async () => {
  const email = newAddress();
  for (let n = 0; n < 5; n += 1) {
    const visitor = server.visitor();
    const { code } = await askForCode(server, visitor, email);
    await visitor.call('POST', '/v1/user-session/email', { email, code });
  }
  expect(await ask(anybody(), email)).toBe('rate_limited');
});
