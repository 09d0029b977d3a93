// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { failureOf } from '../../../machines/ports/port-failure.ts';
import { createHttpSession } from '../http/http-session.ts';
import { saveCampaign } from './browser-campaign.ts';
import { readLanguageSigns, saveLanguage } from './browser-language.ts';

const signal = new AbortController().signal;
const session = createHttpSession(() =>
  Promise.reject(new Error('this server must not be called')),
);
const user = { id: 'u1', vipStatus: 1, subscriptionStatus: 0, allowance: null };

const refuse = (name: string) => () => {
  throw new DOMException('denied', name);
};

const refuseCookies = () => {
  const get = refuse('SecurityError');
  Object.defineProperty(document, 'cookie', { configurable: true, get, set: get });
};

afterEach(() => {
  Reflect.deleteProperty(document, 'cookie');
  vi.unstubAllGlobals();
});

it.each(['SecurityError', 'QuotaExceededError'])(
  'rejects a campaign when local storage throws a %s (R14)',
  async (name) => {
    vi.stubGlobal('localStorage', { setItem: refuse(name) });
    const rejected = saveCampaign({ campaign: { gclid: 'g' } }, signal).catch(failureOf);
    expect(await rejected).toEqual({
      reason: 'unsupported',
      msg: `${name}: denied`,
      call: 'saveCampaign',
    });
  },
);

it.each([
  ['readLanguageSigns', () => readLanguageSigns(undefined, signal)],
  ['saveLanguage', () => saveLanguage({ locale: 'ja' }, signal)],
  ['restoreSession', () => session.restoreSession(undefined, signal)],
  ['keepUser', () => session.keepUser({ user, token: 't1' }, signal)],
  ['clearSession', () => session.clearSession({ token: 't1' }, signal)],
] as const)('rejects %s when the browser refuses cookies', async (call, ask) => {
  refuseCookies();
  expect(await ask().then(() => null, failureOf)).toMatchObject({ reason: 'unsupported', call });
});
