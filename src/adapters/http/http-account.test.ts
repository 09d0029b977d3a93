import { expect, it, vi } from 'vitest';
import type { AccountWish } from '../../../machines/model/own-account.ts';
import type { CallApi } from './api-client.ts';
import { createHttpAccount } from './http-account.ts';

const { signal } = new AbortController();
const account = { email: 'a@example.com', hasPassword: true, locale: 'de', reminders: false };

const asking = (answer: unknown) => {
  const api = vi.fn(async () => answer);
  const save = vi.fn(async () => {});
  return { api, save, port: createHttpAccount(api as unknown as CallApi, save) };
};

it.each<[AccountWish, string, object]>([
  [
    { kind: 'password', password: 'p', proof: { oldPassword: 'o' } },
    'changePassword',
    { password: 'p', oldPassword: 'o' },
  ],
  [
    { kind: 'password', password: 'p', proof: { code: '1' } },
    'changePassword',
    { password: 'p', code: '1' },
  ],
  [
    { kind: 'address', address: 'b@example.com', code: '1', currentCode: '2' },
    'changeEmail',
    { email: 'b@example.com', code: '1', currentCode: '2' },
  ],
])('makes the change %j by its call', async (wish, call, payload) => {
  const { api, port } = asking(account);
  expect(await port.changeAccount(wish, signal)).toEqual(account);
  expect(api).toHaveBeenCalledExactlyOnceWith(call, { payload, signal });
});

it('has no account to show after its deletion', async () => {
  const { api, port } = asking(null);
  expect(await port.changeAccount({ kind: 'deletion', code: '1' }, signal)).toBeNull();
  expect(api).toHaveBeenCalledExactlyOnceWith('deleteAccount', { payload: { code: '1' }, signal });
});

it('requests a code for its purpose', async () => {
  const { api, port } = asking({ resendAfterMs: 60_000, expiresAt: '2026-11-20T10:10:00.000Z' });
  const wish = { address: 'b@example.com', purpose: 'changeEmail' } as const;
  expect(await port.sendOwnCode(wish, signal)).toMatchObject({ resendAfterMs: 60_000 });
  expect(api).toHaveBeenCalledExactlyOnceWith('sendTypedCode', {
    params: { type: 'changeEmail', email: 'b@example.com' },
    signal,
  });
});

it('saves only the preferences', async () => {
  const { api, port } = asking(account);
  expect(await port.savePreferences({ locale: 'de', reminders: false }, signal)).toEqual(account);
  expect(api).toHaveBeenCalledExactlyOnceWith('setPreferences', {
    payload: { locale: 'de', reminders: false },
    signal,
  });
});

it('lists the sessions of the user', async () => {
  const session = {
    id: 's1',
    isCurrent: true,
    device: 'Firefox, Linux',
    lastSeenAt: '2026-11-20T00:00:00.000Z',
  };
  const { port } = asking({ sessions: [session] });
  expect(await port.listSessions(undefined, signal)).toEqual([session]);
});

it('loads the ledger page by page', async () => {
  const page = { balance: 3, lots: [], lines: [], nextCursor: null };
  const { api, port } = asking(page);
  expect(await port.loadCredits({ cursor: null }, signal)).toEqual(page);
  await port.loadCredits({ cursor: '7' }, signal);
  expect(api.mock.calls).toEqual([
    ['credits', { payload: { cursor: null }, signal }],
    ['credits', { payload: { cursor: '7' }, signal }],
  ]);
});
