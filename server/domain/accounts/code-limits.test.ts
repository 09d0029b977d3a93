import { expect, test } from 'vitest';
import { sharedTestServer } from '../../shared-test-server.fixture.ts';
import type { Visitor } from '../../visitor.fixture.ts';
import { askForCode, codePath, day, hour, minute, newAddress, signIn } from './accounts.fixture.ts';

const server = sharedTestServer({
  env: { CODES_PER_NETWORK: '8', CODES_PER_NETWORK_AND_ADDRESS: '3', CODES_PER_ADDRESS: '5' },
});

const ask = async (visitor: Visitor, email: string, type?: string) =>
  (await visitor.call('GET', codePath(email, type))).success;

/** As often as the pause allows. */
async function askTimes(times: number, email: string, by: () => Visitor, type?: string) {
  const answers = [];
  for (let n = 0; n < times; n += 1) {
    answers.push(await ask(by(), email, type));
    server.clock.advance(minute);
  }
  return answers;
}

const anybody = () => server.visitor();

test('an address has so many codes of a kind mailed in a day, whoever asks', async () => {
  const email = newAddress();
  expect(await askTimes(6, email, anybody)).toEqual([...Array(5).fill('1'), 'rate_limited']);
  expect(await ask(anybody(), email.toUpperCase())).toBe('rate_limited');
  expect(server.mails.filter(({ to }) => to === email)).toHaveLength(5);
  expect(await ask(anybody(), email, 'resetPassword')).toBe('1');
  expect(await ask(anybody(), newAddress())).toBe('1');
});

test('says when the oldest of them counts no more, and that is true', async () => {
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
  // A minute, and what the first of them took: the second one counts no more, either.
  server.clock.advance(2 * minute);
  expect(await ask(anybody(), email)).toBe('1');
});

test('a network has so many mailed to one address in an hour, of all kinds; others have theirs', async () => {
  const [email, visitor] = [newAddress(), server.visitor()];
  expect(await askTimes(2, email, () => visitor)).toEqual(['1', '1']);
  expect(await askTimes(2, email, () => visitor, 'resetPassword')).toEqual(['1', 'rate_limited']);
  expect(await ask(visitor, newAddress())).toBe('1');
  expect(await ask(anybody(), email)).toBe('1');
  server.clock.advance(hour);
  expect(await ask(visitor, email)).toBe('1');
});

test('of many that ask at the same moment no more get through', async () => {
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
    // a second of the real clock may pass between the two
    const minutesToWait = Math.ceil(Number(headers['retry-after']) / 60);
    answers.push({ statusCode, body, minutesToWait });
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.minutesToWait).toBe((day - 5 * minute) / minute);
});

test('a sign-in takes nothing off the count: a guess costs a code each time', async () => {
  const email = newAddress();
  for (let n = 0; n < 5; n += 1) {
    const visitor = server.visitor();
    const { code } = await askForCode(server, visitor, email);
    await visitor.call('POST', '/v1/user-session/email', { email, code });
  }
  expect(await ask(anybody(), email)).toBe('rate_limited');
});
