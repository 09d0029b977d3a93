import { expect, test } from 'vitest';
import { sharedTestServer } from '../testing/shared-test-server.fixture.ts';
import { codePath, hour, newAddress } from './accounts.fixture.ts';

const server = sharedTestServer({ env: { CODES_PER_SUBNET: '3', SIGN_INS_PER_MINUTE: '8' } });

test('limits the codes mailed for one subnet per hour, for all addresses together', async () => {
  const visitor = server.visitor();
  const ask = async () => (await visitor.call('GET', codePath(newAddress()))).success;
  expect([await ask(), await ask(), await ask(), await ask()]).toEqual([
    '1',
    '1',
    '1',
    'rate_limited',
  ]);
  expect((await server.visitor().call('GET', codePath(newAddress()))).success).toBe('1');
  server.clock.advance(hour);
  expect(await ask()).toBe('1');
});

test('limits the link lookups of one subnet per minute', async () => {
  const visitor = server.visitor();
  const check = async () => {
    const body = { token: 'A'.repeat(43) };
    return (await visitor.call('POST', '/v1/user-session/email/direct/look', body)).success;
  };
  const answers = [];
  for (let n = 0; n < 9; n += 1) answers.push(await check());
  expect(answers).toEqual([...Array(8).fill('invalid_link'), 'rate_limited']);
});

test('limits the sign-in tries of one subnet per minute', async () => {
  const visitor = server.visitor();
  const attempt = async () => {
    const body = { email: newAddress(), code: '123456' };
    return (await visitor.call('POST', '/v1/user-session/email', body)).success;
  };
  const answers = [];
  for (let n = 0; n < 10; n += 1) answers.push(await attempt());
  expect(answers).toEqual([...Array(8).fill('invalid_code'), 'rate_limited', 'rate_limited']);
});
