// @vitest-environment happy-dom
import Cookies from 'js-cookie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failureOf } from '../../../machines/ports/port-failure.ts';
import { blockContextMenu } from './block-context-menu.ts';
import { saveCampaign } from './browser-campaign.ts';
import { watchConnection } from './browser-connection.ts';
import { readLanguageSigns, saveLanguage } from './browser-language.ts';
import { createNavigation, watchLocation } from './browser-navigation.ts';
import { loadMessages } from './load-messages.ts';
import {
  readToken,
  readUserCookie,
  removeSessionCookies,
  writeUserCookie,
} from './session-cookies.ts';

const signal = new AbortController().signal;
const user = { id: 'u1', vipStatus: 1, subscriptionStatus: 0, allowance: null };

beforeEach(() => {
  history.replaceState(null, '', '/');
  localStorage.clear();
  for (const name of Object.keys(Cookies.get())) Cookies.remove(name);
});

afterEach(() => {
  document.body.replaceChildren();
});

it('keeps a signed-in user for 30 days and forgets both cookies', () => {
  const set = vi.spyOn(Cookies, 'set');
  writeUserCookie(user);
  Cookies.set('user_token', 't1');
  expect(set.mock.calls[0]?.[2]).toMatchObject({ expires: 30, path: '/' });
  expect(readUserCookie()).toEqual(user);
  expect(readToken()).toBe('t1');
  removeSessionCookies();
  expect(readUserCookie()).toBeNull();
  expect(readToken()).toBe('');
});

it('keeps nothing of a guest', () => {
  writeUserCookie({ vipStatus: 0, subscriptionStatus: 0, allowance: null });
  expect(Cookies.get('user_info')).toBeUndefined();
});

it.each(['', 'null', '{', '[]', '{"id":""}', '{"id":5,"vipStatus":0,"subscriptionStatus":0}'])(
  'takes a user cookie %j for a guest',
  (value) => {
    Cookies.set('user_info', value);
    expect(readUserCookie()).toBeNull();
  },
);

it('keeps the chosen language for 365 days', async () => {
  const set = vi.spyOn(Cookies, 'set');
  await saveLanguage({ locale: 'ja' }, signal);
  expect(set.mock.calls[0]).toMatchObject(['lightwell_lang', 'ja', { expires: 365, path: '/' }]);
  expect(await readLanguageSigns(undefined, signal)).toEqual({
    cookie: 'ja',
    browser: navigator.languages,
  });
});

it('stores each campaign parameter under its own name', async () => {
  await saveCampaign({ campaign: { utm_source: 'ad', gclid: 'g' } }, signal);
  expect({ ...localStorage }).toEqual({ utm_source: 'ad', gclid: 'g' });
});

it('tells the connection at the start and every change until it is stopped', () => {
  const told: string[] = [];
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const stop = watchConnection(undefined, ({ type }) => told.push(type));
  online.mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  stop();
  dispatchEvent(new Event('online'));
  expect(told).toEqual(['connection.restored', 'connection.lost']);
});

it('moves within the page once the next page is ready, and to its top', async () => {
  const scroll = vi.spyOn(globalThis, 'scrollTo').mockImplementation(() => {});
  const prepared: string[] = [];
  const { navigate } = createNavigation(async (to) => {
    expect(location.pathname).toBe('/');
    prepared.push(to);
  });
  const before = history.length;
  await navigate({ to: '/de/record?a=1', replace: false }, signal);
  expect(prepared).toEqual(['/de/record?a=1']);
  expect(location.pathname + location.search).toBe('/de/record?a=1');
  expect(history.length).toBe(before + 1);
  expect(scroll).toHaveBeenCalledOnce();
});

it('replaces the address without leaving the place', async () => {
  const scroll = vi.spyOn(globalThis, 'scrollTo').mockImplementation(() => {});
  const before = history.length;
  await createNavigation(async () => {}).navigate({ to: '/ja', replace: true }, signal);
  expect([location.pathname, history.length]).toEqual(['/ja', before]);
  expect(scroll).not.toHaveBeenCalled();
});

it('lets the browser load a page that cannot be prepared', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  const { navigate } = createNavigation(() => Promise.reject(new Error('chunk')));
  await navigate({ to: '/terms', replace: false }, signal);
  expect(assign).toHaveBeenCalledWith('/terms');
  expect(location.pathname).toBe('/');
});

it('stays where it is without a network, and where history takes nothing more', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { navigate } = createNavigation(() => Promise.reject(new Error('chunk')));
  const to = { to: '/terms', replace: false };
  expect(await navigate(to, signal).catch(failureOf)).toEqual({
    reason: 'offline',
    call: 'navigate',
  });
  vi.spyOn(history, 'pushState').mockImplementation(() => {
    throw new DOMException('too often', 'SecurityError');
  });
  expect(
    await createNavigation(async () => {})
      .navigate(to, signal)
      .catch(failureOf),
  ).toEqual({
    reason: 'unsupported',
    msg: 'SecurityError: too often',
    call: 'navigate',
  });
  expect([location.pathname, assign.mock.calls]).toEqual(['/', []]);
});

it('stays when the move was given up', async () => {
  const controller = new AbortController();
  const { navigate } = createNavigation(async () => controller.abort());
  await navigate({ to: '/terms', replace: false }, controller.signal);
  expect(location.pathname).toBe('/');
});

it('tells every new address once', () => {
  const told: string[] = [];
  const stop = watchLocation((path) => told.push(path));
  history.pushState(null, '', '/terms?x=1');
  dispatchEvent(new Event('pushState'));
  dispatchEvent(new Event('popstate'));
  stop();
  history.pushState(null, '', '/record');
  dispatchEvent(new Event('pushState'));
  expect(told).toEqual(['/terms?x=1']);
});

it.each([
  ['<p>words</p>', 'p', true],
  ['<a href="/">link</a>', 'a', true],
  ['<img>', 'img', true],
  ['<input>', 'input', false],
  ['<textarea></textarea>', 'textarea', false],
  ['<div contenteditable="true"><b>text</b></div>', 'b', false],
])('blocks the context menu on a page with %s: %s %s', (html, selector, blocked) => {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = html;
  blockContextMenu(page);
  const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
  page.querySelector(selector)?.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(blocked);
});

it('loads the messages of a language from the address of this build', async () => {
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockResolvedValueOnce(Response.json({ a: [{ type: 0, value: 'A' }] }));
  expect(await loadMessages('ja', 'v1')).toEqual({ a: [{ type: 0, value: 'A' }] });
  expect(fetched.mock.calls[0]?.[0]).toBe('/_i18n/ja/messages.json?v=v1');
});

it.each([
  ['there is no network', () => Promise.reject(new TypeError('x')), 'offline'],
  ['the server fails', async () => new Response('', { status: 500 }), 'server'],
  ['the answer is no JSON', async () => new Response('<html>'), 'server'],
])('rejects messages when %s', async (_, answer, reason) => {
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce(answer);
  expect(await loadMessages('ja', 'v1', signal).catch(failureOf)).toMatchObject({
    reason,
    call: 'messages',
  });
});
