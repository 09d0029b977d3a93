// @vitest-environment happy-dom
import Cookies from 'js-cookie';
import { expect, it, vi } from 'vitest';
import type { Proof } from '../../../machines/model/account.ts';
import { failureOf } from '../../../machines/ports/port-failure.ts';
import type { IdentityProvider } from '../firebase/firebase-provider.ts';
import type { CallApi } from './api-client.ts';
import { createHttpSignIn } from './http-sign-in.ts';

const { signal } = new AbortController();
const user = {
  id: 'u1',
  email: 'anna@example.com',
  vipStatus: 0,
  subscriptionStatus: 0,
  allowance: null,
};
const signedIn = { token: 't1', user, merged: { records: 2 }, welcome: 20 };

const signInWith = (answer: unknown, provider: IdentityProvider | null = null) => {
  const api = vi.fn(async () => answer);
  return { api, port: createHttpSignIn(api as unknown as CallApi, provider) };
};

const address = 'anna@example.com';

it.each<[Proof, string, object]>([
  [{ kind: 'code', address, code: '1' }, 'signInByEmail', { email: address, code: '1' }],
  [
    { kind: 'password', address, password: 'p' },
    'signInByEmail',
    { email: address, password: 'p' },
  ],
  [
    { kind: 'signUp', address, code: '1', password: 'p' },
    'signUp',
    { email: address, code: '1', password: 'p' },
  ],
  [
    { kind: 'reset', address, code: '1', password: 'p' },
    'resetPassword',
    { email: address, code: '1', password: 'p' },
  ],
  [{ kind: 'link', link: 'l1' }, 'signInByLink', { token: 'l1' }],
  [{ kind: 'provider', idToken: 'i', mailed: null }, 'signInByProvider', { idToken: 'i' }],
  [
    { kind: 'provider', idToken: 'i', mailed: { address, code: '1' } },
    'signInByProvider',
    { idToken: 'i', email: address, code: '1' },
  ],
])('sends the proof %j by its call', async (proof, call, payload) => {
  const { api, port } = signInWith(signedIn);
  expect(await port.signIn(proof, signal)).toEqual(signedIn);
  expect(api).toHaveBeenCalledExactlyOnceWith(call, { payload, signal });
});

it('requests the account that a mailed link signs in to', async () => {
  const { api, port } = signInWith({ email: address });
  expect(await port.lookAtLink({ link: 'l1' }, signal)).toEqual({ address });
  expect(api).toHaveBeenCalledExactlyOnceWith('lookAtLink', { payload: { token: 'l1' }, signal });
});

it.each(['id', 'email'])(
  'does not accept an answer without %s as a sign-in (R20)',
  async (missing) => {
    const { port } = signInWith({ ...signedIn, user: { ...user, [missing]: undefined } });
    const rejected = port.signIn({ kind: 'link', link: 'l1' }, signal).catch(failureOf);
    expect(await rejected).toMatchObject({ reason: 'server' });
  },
);

it.each([
  ['signIn', 'sendCode', { email: address }],
  ['resetPassword', 'sendTypedCode', { type: 'resetPassword', email: address }],
] as const)('requests a code to %s by its call', async (purpose, call, params) => {
  const { api, port } = signInWith({
    resendAfterMs: 60_000,
    expiresAt: '2026-11-20T10:10:00.000Z',
  });
  expect(await port.sendCode({ address, purpose }, signal)).toMatchObject({
    resendAfterMs: 60_000,
  });
  expect(api).toHaveBeenCalledExactlyOnceWith(call, { params, signal });
});

it('keeps a link across a reload until a sign-in or until it is dismissed', async () => {
  const { port } = signInWith(null);
  for (const forget of [
    () => port.forgetLink(undefined, signal),
    () => port.keepPendingCode({ pending: null }, signal),
  ]) {
    sessionStorage.setItem('lightwell.link', 'l1');
    Cookies.set('lightwell_link', '1');
    await port.keepPendingCode({ pending: { address, use: 'signIn', resendAfterMs: 9 } }, signal);
    expect(sessionStorage.getItem('lightwell.link')).toBe('l1');
    await forget();
    expect(sessionStorage.getItem('lightwell.link')).toBeNull();
    expect(Cookies.get('lightwell_link')).toBeUndefined();
  }
});

it('prepares the identity provider when the dialog opens, and opens its window at a press', async () => {
  const provider = { prepare: vi.fn(), ask: vi.fn(async () => ({ idToken: 'id-1' })) };
  const { port } = signInWith(null, provider);
  expect(provider.prepare).not.toHaveBeenCalled();
  expect(await port.findPendingCode(undefined, signal)).toEqual({
    pending: null,
    hasProvider: true,
  });
  expect(provider.prepare).toHaveBeenCalledOnce();
  expect(await port.askProvider(undefined, signal)).toEqual({ idToken: 'id-1' });
});

it('offers no identity provider if none is configured', async () => {
  const { port } = signInWith(null);
  expect(await port.findPendingCode(undefined, signal)).toMatchObject({ hasProvider: false });
  const rejected = port.askProvider(undefined, signal).catch(failureOf);
  expect(await rejected).toMatchObject({ reason: 'unsupported' });
});
