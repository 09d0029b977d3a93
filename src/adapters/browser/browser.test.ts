// @vitest-environment happy-dom
import Cookies from 'js-cookie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failureOf } from '../../../machines/ports/port-failure.ts';
import { blockContextMenu } from './block-context-menu.ts';
import { saveCampaign } from './browser-campaign.ts';
import { watchConnection } from './browser-connection.ts';
import { readLanguageSigns, saveLanguage } from './browser-language.ts';
import { createNavigation } from './browser-navigation.ts';
import { loadMessages } from './load-messages.ts';
import { readSession, removeSessionCookies, writeSession } from './session-cookies.ts';

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

it('saves a signed-in user for 30 days and removes both cookies (R21)', () => {
  const set = vi.spyOn(Cookies, 'set');
  writeSession({ user, token: 't1' });
  expect(set.mock.calls.map(([name]) => name)).toEqual(['user_info', 'user_token']);
  for (const [, , attributes] of set.mock.calls) {
    expect(attributes).toEqual({ expires: 30, path: '/', sameSite: 'lax', secure: false });
  }
  expect(readSession()).toEqual({ user, token: 't1' });
  removeSessionCookies();
  expect([readSession(), Cookies.get()]).toEqual([null, {}]);
});

it('treats a token without user info as a guest', () => {
  Cookies.set('user_token', 't1');
  expect(readSession()).toBeNull();
});

it.each([`eyJ${'a'.repeat(700)}.b.c`, '日本語', 'a\nb', 'a b'])(
  'accepts no token of another product of this host: %j',
  (token) => {
    writeSession({ user, token });
    expect(readSession()).toBeNull();
  },
);

it('restricts cookies of a page on https to https', () => {
  const set = vi.spyOn(Cookies, 'set');
  vi.spyOn(location, 'protocol', 'get').mockReturnValue('https:');
  writeSession({ user, token: 't1' });
  expect(set.mock.calls.map(([, , attributes]) => attributes?.secure)).toEqual([true, true]);
});

it.each(['', 'null', '{', '[]', '{}', '{"id":""}', '{"id":null}', '{"id":{}}'])(
  'treats a user cookie %j as a guest, even with a token',
  (value) => {
    Cookies.set('user_info', value);
    Cookies.set('user_token', 't1');
    expect(readSession()).toBeNull();
  },
);

it.each([
  ['{"id":"u1"}', { id: 'u1', vipStatus: 0, subscriptionStatus: 0 }],
  ['{"id":7,"vipStatus":1}', { id: '7', vipStatus: 1, subscriptionStatus: 0 }],
  [
    '{"id":"u1","vipStatus":"1","subscriptionStatus":1.5}',
    { id: 'u1', vipStatus: 0, subscriptionStatus: 0 },
  ],
  [
    '{"id":"u1","allowance":{"limit":"many","used":1,"resetsAt":"soon"}}',
    { id: 'u1', vipStatus: 0, subscriptionStatus: 0 },
  ],
])('treats a user cookie %s as a signed-in user: the id alone decides (R20)', (value, known) => {
  Cookies.set('user_info', value);
  expect(readSession()).toEqual({ user: { ...known, allowance: null }, token: '' });
});

it('saves the chosen language for 365 days (R5)', async () => {
  const set = vi.spyOn(Cookies, 'set');
  await saveLanguage({ locale: 'ja' }, signal);
  expect(set.mock.calls[0]).toMatchObject(['lightwell_lang', 'ja', { expires: 365, path: '/' }]);
  expect(await readLanguageSigns(undefined, signal)).toEqual({
    cookie: 'ja',
    browser: navigator.languages,
  });
});

it('stores each campaign parameter under its own name (R14)', async () => {
  await saveCampaign({ campaign: { utm_source: 'ad', gclid: 'g' } }, signal);
  expect({ ...localStorage }).toEqual({ utm_source: 'ad', gclid: 'g' });
});

it('reports the connection at the start and every change until it is stopped', () => {
  const told: string[] = [];
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const stop = watchConnection(undefined, ({ type }) => told.push(type));
  online.mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  stop();
  dispatchEvent(new Event('online'));
  expect(told).toEqual(['connection.restored', 'connection.lost']);
});

const nothing = async () => {};

it('navigates within the page, adding or replacing a history entry', async () => {
  const { navigate } = createNavigation(nothing);
  const before = history.length;
  await navigate({ to: '/de/record?a=1#b', replace: false }, signal);
  expect([location.pathname + location.search + location.hash, history.length]).toEqual([
    '/de/record?a=1#b',
    before + 1,
  ]);
  await navigate({ to: '/ja', replace: true }, signal);
  expect([location.pathname, history.length]).toEqual(['/ja', before + 1]);
});

it('rejects when the browser refuses to change its history', async () => {
  vi.spyOn(history, 'pushState').mockImplementation(() => {
    throw new DOMException('too often', 'SecurityError');
  });
  const to = { to: '/terms', replace: false };
  expect(await createNavigation(nothing).navigate(to, signal).catch(failureOf)).toEqual({
    reason: 'unsupported',
    msg: 'SecurityError: too often',
    call: 'navigate',
  });
});

it('reports every new address and how it was reached', async () => {
  const { navigate, watchLocation } = createNavigation(nothing);
  const told: string[] = [];
  const stop = watchLocation(undefined, ({ path, move }) => told.push(`${move} ${path}`));
  await navigate({ to: '/terms?x=1#fees', replace: false }, signal);
  await navigate({ to: '/de/terms', replace: true }, signal);
  history.replaceState(null, '', '/record');
  dispatchEvent(new Event('popstate'));
  stop();
  await navigate({ to: '/', replace: false }, signal);
  expect(told).toEqual(['pushed /terms?x=1#fees', 'replaced /de/terms', 'traversed /record']);
});

it('prepares a page, and distinguishes a missing network from a missing file', async () => {
  const page = { name: 'record', locale: 'de' } as const;
  const prepare = vi.fn(nothing);
  const { preparePage } = createNavigation(prepare);
  await preparePage(page, signal);
  expect(prepare).toHaveBeenCalledWith(page);
  prepare.mockRejectedValue(new Error('chunk'));
  const reasonNow = async () => (await preparePage(page, signal).catch(failureOf))?.reason;
  expect(await reasonNow()).toBe('unexpected');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await reasonNow()).toBe('offline');
});

it('lets the browser load another page, or this one again', () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  const { loadDocument } = createNavigation(nothing);
  loadDocument({ type: 'document.requested', path: '/terms' });
  expect([assign.mock.calls, reload.mock.calls]).toEqual([[['/terms']], []]);
  loadDocument({ type: 'document.requested', path: '/' });
  expect(reload).toHaveBeenCalledOnce();
});

it.each([
  ['<p>words</p>', 'p', true],
  ['<a href="/">link</a>', 'a', true],
  ['<img>', 'img', true],
  ['<input>', 'input', false],
  ['<textarea></textarea>', 'textarea', false],
  ['<div contenteditable="true"><b>text</b></div>', 'b', false],
])('blocks the context menu on a page with %s: %s %s (R13)', (html, selector, blocked) => {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = html;
  blockContextMenu(page);
  const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
  page.querySelector(selector)?.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(blocked);
});

it('loads the messages of a language from the address of this build (R5)', async () => {
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockResolvedValueOnce(Response.json({ a: [{ type: 0, value: 'A' }] }));
  expect(await loadMessages({ locale: 'ja' }, 'v1')).toEqual({ a: [{ type: 0, value: 'A' }] });
  fetched.mockResolvedValueOnce(Response.json({}));
  await loadMessages({ locale: 'ja', file: 'later-messages' }, 'v1');
  expect(fetched.mock.calls.map(([address]) => address)).toEqual([
    '/_i18n/ja/messages.json?v=v1',
    '/_i18n/ja/later-messages.json?v=v1',
  ]);
});

it.each([
  ['there is no network', () => Promise.reject(new TypeError('x')), 'offline'],
  ['the server fails', async () => new Response('', { status: 500 }), 'server'],
  ['the answer is not JSON', async () => new Response('<html>'), 'server'],
])('rejects messages when %s', async (_, answer, reason) => {
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce(answer);
  expect(await loadMessages({ locale: 'ja' }, 'v1', signal).catch(failureOf)).toMatchObject({
    reason,
    call: 'messages',
  });
});
