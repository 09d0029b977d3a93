// @vitest-environment happy-dom
import Cookies from 'js-cookie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UserInfo } from '../../../machines/model/user.ts';
import { writePendingCode } from '../browser/pending-code.ts';
import type { CallApi } from './api-client.ts';
import { createHttpSession } from './http-session.ts';

const signal = new AbortController().signal;
const user = { id: 'u1', vipStatus: 1, subscriptionStatus: 0, allowance: null };
const guest: UserInfo = { vipStatus: 0, subscriptionStatus: 0, allowance: null };

const sessionWith = (answer: UserInfo) =>
  createHttpSession(vi.fn(async () => answer) as unknown as CallApi);
const session = sessionWith(guest);

beforeEach(() => {
  for (const name of Object.keys(Cookies.get())) Cookies.remove(name);
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

it("requests the visitor's identity from the server", async () => {
  expect(await sessionWith(user).refreshUser(undefined, signal)).toEqual(user);
  const failing = createHttpSession((() => Promise.reject(new Error('offline'))) as CallApi);
  await expect(failing.refreshUser(undefined, signal)).rejects.toThrow('offline');
});

const kept = { user, token: 't1' };

it('saves user and token, and restores them at the next start (R21)', async () => {
  await session.keepUser(kept, signal);
  expect(await session.restoreSession(undefined, signal)).toEqual(kept);
});

it('saves the address in no cookie: the server returns it', async () => {
  await session.keepUser({ ...kept, user: { ...user, email: 'anna@example.com' } }, signal);
  expect(document.cookie).not.toContain('example.com');
  expect(await session.restoreSession(undefined, signal)).toEqual(kept);
});

it('clears both cookies with the session (R21)', async () => {
  await session.keepUser(kept, signal);
  await session.clearSession({ token: kept.token }, signal);
  expect(Cookies.get()).toEqual({});
});

it('keeps the cookies of a newer session, which another tab has just written (R21)', async () => {
  const newer = { user, token: 't2' };
  await session.keepUser(newer, signal);
  await session.clearSession({ token: kept.token }, signal);
  expect(await session.restoreSession(undefined, signal)).toEqual(newer);
});

it('ends a session with its own token, even if the caller has changed', async () => {
  const api = vi.fn(async () => null);
  await createHttpSession(api as unknown as CallApi).endSession({ token: 't1' }, signal);
  const wanted = { params: { id: 'current' }, token: 't1', signal };
  expect(api).toHaveBeenCalledExactlyOnceWith('endSession', wanted);
});

/**
 * Simulates a browser's BroadcastChannel: every channel with this name, except the sender, receives
 * a message.
 */
class Channel extends EventTarget {
  static all: Channel[] = [];
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
    Channel.all.push(this);
  }
  postMessage(data: unknown) {
    for (const other of Channel.all) {
      const message = new MessageEvent('message', { data });
      if (other !== this && other.name === this.name) other.dispatchEvent(message);
    }
  }
}

describe('another tab', () => {
  beforeEach(() => {
    vi.stubGlobal('BroadcastChannel', Channel);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const watched = () => {
    const heard: unknown[] = [];
    const stop = createHttpSession(vi.fn() as unknown as CallApi).watchSession(
      undefined,
      ({ kept: now, ended }) => heard.push(ended ?? now),
    );
    return { heard, stop };
  };

  it('receives a sign-in and a sign-out at once, but not its own', async () => {
    const { heard, stop } = watched();
    const own: unknown[] = [];
    const tab = sessionWith(guest);
    const stopOwn = tab.watchSession(undefined, ({ kept: now }) => own.push(now));
    await tab.keepUser(kept, signal);
    await tab.clearSession({ token: kept.token }, signal);
    expect([heard, own]).toEqual([[kept, kept.token], []]);
    stop();
    stopOwn();
  });

  it('provides the new session before its cookies are visible in this process', () => {
    const { heard, stop } = watched();
    new Channel('lightwell-session').postMessage({ kept, ended: null });
    new Channel('lightwell-session').postMessage(null);
    expect(heard).toEqual([kept, null]);
    stop();
  });

  it('reads the cookies when it was frozen and becomes visible', () => {
    const { heard, stop } = watched();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(heard).toEqual([null]);
    stop();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(heard).toHaveLength(1);
  });
});

describe('the reason to open the sign-in dialog with the page', () => {
  const entry = () => session.findEntry(undefined, signal);

  it('is absent by default', async () => {
    expect(await entry()).toBeNull();
  });

  it('is a mailed link, which is removed from the address at once', async () => {
    history.replaceState({ key: 1 }, '', '/de/record?x=1#direct=abc-_1&part=2');
    expect(await entry()).toEqual({ link: 'abc-_1' });
    const { pathname, search, hash } = location;
    expect(pathname + search + hash).toBe('/de/record?x=1#part=2');
    expect(history.state).toEqual({ key: 1 });
    expect(document.cookie).not.toContain('abc-_1');
  });

  it('is the same link after a reload of this tab, but not in other tabs', async () => {
    history.replaceState(null, '', '/#direct=abc-_1');
    await entry();
    expect(
      await createHttpSession(vi.fn() as unknown as CallApi).findEntry(undefined, signal),
    ).toEqual({ link: 'abc-_1' });
    expect(Cookies.get('lightwell_link')).toBe('1');
    sessionStorage.clear();
    expect(await entry()).toBeNull();
  });

  it('is not a link or a code after its dialog was closed', async () => {
    history.replaceState(null, '', '/#direct=abc-_1');
    await entry();
    writePendingCode({ address: 'a@b.de', use: 'signIn', resendAfterMs: 9 }, Date.now());
    await session.closeEntry(undefined, signal);
    expect([await entry(), Cookies.get()]).toEqual([null, {}]);
  });

  it('is the link of the address even if storage is refused', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    history.replaceState(null, '', '/#direct=abc-_1');
    expect(await entry()).toEqual({ link: 'abc-_1' });
  });

  it('is a code that was requested before a reload', async () => {
    writePendingCode({ address: 'a@b.de', use: 'signIn', resendAfterMs: 9 }, Date.now());
    expect(await entry()).toEqual({ link: null });
  });
});
