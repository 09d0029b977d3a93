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

beforeEach(() => {
  for (const name of Object.keys(Cookies.get())) Cookies.remove(name);
});

it('keeps the refreshed user for 30 days and restores it at the next start', async () => {
  const set = vi.spyOn(Cookies, 'set');
  expect(await sessionWith(user).refreshUser(undefined, signal)).toEqual(user);
  expect(set.mock.calls[0]?.[0]).toBe('user_info');
  expect(set.mock.calls[0]?.[2]).toMatchObject({ expires: 30, path: '/' });
  expect(await sessionWith(guest).restoreSession(undefined, signal)).toEqual(user);
});

it('forgets the kept user when the server knows only a guest', async () => {
  await sessionWith(user).refreshUser(undefined, signal);
  expect(await sessionWith(guest).refreshUser(undefined, signal)).toEqual(guest);
  expect(Cookies.get('user_info')).toBeUndefined();
  expect(await sessionWith(guest).restoreSession(undefined, signal)).toBeNull();
});

it('keeps the user as it was when the server cannot be asked', async () => {
  await sessionWith(user).refreshUser(undefined, signal);
  const failing = createHttpSession((() => Promise.reject(new Error('offline'))) as CallApi);
  await expect(failing.refreshUser(undefined, signal)).rejects.toThrow('offline');
  expect(await failing.restoreSession(undefined, signal)).toEqual(user);
});

it('clears both cookies with the session', async () => {
  await sessionWith(user).refreshUser(undefined, signal);
  Cookies.set('user_token', 't1');
  await sessionWith(guest).clearSession(undefined, signal);
  expect(Cookies.get()).toEqual({});
});
