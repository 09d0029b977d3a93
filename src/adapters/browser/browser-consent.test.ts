// @vitest-environment happy-dom
import Cookies from 'js-cookie';
import { afterEach, expect, test, vi } from 'vitest';
import { allowedOf, nothing, wordingVersion } from '../../../machines/model/consent.ts';
import type { ConsentElsewhere } from '../../../machines/ports/consent.port.ts';
import { createBrowserConsent } from './browser-consent.ts';

const { signal } = new AbortController();
const everything = allowedOf(['measurement', 'advertising']);
const all = createBrowserConsent({ gaId: 'G-1', metaPixelId: '1' });

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  for (const name of Object.keys(Cookies.get())) Cookies.remove(name);
});

test.each([
  [{}, []],
  [{ gaId: 'G-1' }, ['measurement']],
  [{ tiktokPixelId: 'C1' }, ['advertising']],
  [
    {
      amplitude: { key: 'k', zone: 'EU' as const, batch: false, serverUrl: null },
      metaPixelId: '1',
    },
    ['measurement', 'advertising'],
  ],
])('asks for the configured purposes: %j', async (trackers, asked) => {
  expect(await createBrowserConsent(trackers).readConsent(undefined, signal)).toMatchObject({
    asked,
    kept: null,
    isObjecting: false,
  });
});

test('saves a choice with its date and the version of the texts', async () => {
  await all.keepConsent({ allowed: allowedOf(['measurement']), despiteSignal: true }, signal);
  const { kept } = await all.readConsent(undefined, signal);
  expect(kept).toEqual({
    allowed: allowedOf(['measurement']),
    despiteSignal: true,
    wording: wordingVersion,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
});

test.each(['', 'x', 'null', '[]', '{"allowed":1}', '{"allowed":{},"at":1,"wording":"x"}'])(
  'ignores a choice that was edited by hand: %s',
  async (text) => {
    localStorage.setItem('consent', text);
    expect(await all.readConsent(undefined, signal)).toMatchObject({ kept: null });
  },
);

test('allows a purpose only if its value is true', async () => {
  const allowed = { measurement: 'true', advertising: 1 };
  localStorage.setItem('consent', JSON.stringify({ allowed, at: '2030', wording: 'x' }));
  expect(await all.readConsent(undefined, signal)).toMatchObject({ kept: { allowed: nothing } });
});

test("reads the browser's Global Privacy Control signal", async () => {
  vi.stubGlobal('navigator', { globalPrivacyControl: true });
  expect(await all.readConsent(undefined, signal)).toMatchObject({ isObjecting: true });
});

test('reports a device that refuses storage, and does not ask for consent on it', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('no', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('no', 'SecurityError');
    },
  });
  expect(await all.readConsent(undefined, signal)).toMatchObject({ kept: null });
  await expect(all.keepConsent({ allowed: nothing, despiteSignal: false }, signal)).rejects.toThrow(
    'SecurityError',
  );
});

test('reports only choices that another tab has saved', () => {
  const heard: ConsentElsewhere[] = [];
  const stop = all.watchConsent(undefined, (event) => heard.push(event));
  const tell = (key: string, newValue: string | null) =>
    dispatchEvent(new StorageEvent('storage', { key, newValue }));
  const consent = {
    allowed: everything,
    at: '2030-01-01T00:00:00.000Z',
    wording: wordingVersion,
    despiteSignal: false,
  };
  tell('consent', JSON.stringify(consent));
  tell('consent', null);
  tell('utm_source', JSON.stringify(consent));
  expect(heard).toEqual([{ type: 'consent.elsewhere', consent }]);
  stop();
  tell('consent', JSON.stringify(consent));
  expect(heard).toHaveLength(1);
});

test('removes the data of a purpose, but not that of this site or of another purpose', async () => {
  const names = ['_ga', '_ga_ABC', '_fbp', 'user_info', 'AMP_123'];
  for (const name of names) {
    Cookies.set(name, '1');
    localStorage.setItem(name, '1');
    sessionStorage.setItem(name, '1');
  }
  await all.forgetTraces({ purposes: ['measurement'] }, signal);
  const left = ['_fbp', 'user_info'];
  expect(Object.keys(Cookies.get()).sort()).toEqual(left);
  expect(Object.keys(localStorage).sort()).toEqual(left);
  expect(Object.keys(sessionStorage).sort()).toEqual(left);
  await all.forgetTraces({ purposes: ['advertising'] }, signal);
  expect(Object.keys(Cookies.get())).toEqual(['user_info']);
});
