// @vitest-environment happy-dom
import Cookies from 'js-cookie';
import { beforeEach, expect, it, vi } from 'vitest';
import type { UserInfo } from '../../../machines/model/user.ts';
import type { CallApi } from './api-client.ts';
import { createHttpSession } from './http-session.ts';

const signal = new AbortController().signal;
const user: UserInfo = { id: 'u1', vipStatus: 1, subscriptionStatus: 0, allowance: null };
const guest: UserInfo = { vipStatus: 0, subscriptionStatus: 0, allowance: null };

const sessionWith = (answer: UserInfo) =>
  createHttpSession(vi.fn(async () => answer) as unknown as CallApi);
const session = sessionWith(guest);

beforeEach(() => {
  for (const name of Object.keys(Cookies.get())) Cookies.remove(name);
});

it('asks the server who this is', async () => {
  expect(await sessionWith(user).refreshUser(undefined, signal)).toEqual(user);
  const failing = createHttpSession((() => Promise.reject(new Error('offline'))) as CallApi);
  await expect(failing.refreshUser(undefined, signal)).rejects.toThrow('offline');
});

it('keeps a user for 30 days and restores it at the next start', async () => {
  const set = vi.spyOn(Cookies, 'set');
  await session.keepUser({ user }, signal);
  expect(set.mock.calls[0]?.[0]).toBe('user_info');
  expect(set.mock.calls[0]?.[2]).toMatchObject({ expires: 30, path: '/' });
  expect(await session.restoreSession(undefined, signal)).toEqual({ user, token: '' });
});

it.each([guest, null])('forgets the kept user for %j', async (nobody) => {
  await session.keepUser({ user }, signal);
  await session.keepUser({ user: nobody }, signal);
  expect(Cookies.get('user_info')).toBeUndefined();
  expect(await session.restoreSession(undefined, signal)).toBeNull();
});

it('clears both cookies with the session', async () => {
  await session.keepUser({ user }, signal);
  Cookies.set('user_token', 't1');
  await session.clearSession(undefined, signal);
  expect(Cookies.get()).toEqual({});
});
