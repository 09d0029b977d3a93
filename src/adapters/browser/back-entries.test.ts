// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createNavigation } from './browser-navigation.ts';

type Entry = { state: unknown; url: string; restoration?: ScrollRestoration };

const { signal } = new AbortController();

let entries: Entry[];
let at: number;
let hasLeft: boolean;
let stops: (() => void)[];

/** Simulates a browser's traversal of the history: asynchronous, and one traversal at a time. */
const traverse = (delta: number) =>
  queueMicrotask(() => {
    at += delta;
    if (at < 1) hasLeft = true;
    else {
      const { state, url, restoration = 'auto' } = entries[at] as Entry;
      replaceState(state, '', url);
      history.scrollRestoration = restoration;
      dispatchEvent(new PopStateEvent('popstate', { state }));
    }
  });

const replaceState = history.replaceState.bind(history);

const addresses = () => entries.slice(1).map(({ url }) => url);

const settle = () => new Promise((resolve) => setTimeout(resolve));

/** Simulates a visitor who came from another site and is on a page of this site. */
beforeEach(() => {
  replaceState(null, '', '/');
  entries = [
    { state: null, url: 'elsewhere' },
    { state: null, url: '/' },
  ];
  at = 1;
  hasLeft = false;
  stops = [];
  const note = (state: unknown, url: string | URL | null | undefined) => {
    replaceState(state, '', url ?? location.href);
    entries = [...entries.slice(0, at), { state, url: location.pathname }];
  };
  vi.spyOn(history, 'pushState').mockImplementation((state, _, url) => {
    (entries[at] as Entry).restoration = history.scrollRestoration;
    at += 1;
    note(state, url);
  });
  vi.spyOn(history, 'replaceState').mockImplementation((state, _, url) => note(state, url));
  vi.spyOn(history, 'go').mockImplementation((delta = 0) => traverse(delta));
});

afterEach(() => {
  for (const stop of stops) stop();
});

const press = async (delta: -1 | 1) => {
  traverse(delta);
  await settle();
};

/** Starts the page's scripts. A second call simulates a reload with the same history. */
const start = () => {
  const navigation = createNavigation(async () => {});
  const told: string[] = [];
  stops.push(navigation.watchLocation(undefined, ({ move, path }) => told.push(`${move} ${path}`)));
  const open = (name: string) => navigation.watchBack(undefined, () => told.push(`left ${name}`));
  const go = (to: string, replace = false) => navigation.navigate({ to, replace }, signal);
  return { ...navigation, go, open, told };
};

it('closes the dialog by the first back and leaves the page by the second', async () => {
  const { open, told } = start();
  const close = open('dialog');
  await press(-1);
  close();
  await settle();
  expect([told, hasLeft, location.pathname]).toEqual([['left dialog'], false, '/']);
  await press(-1);
  expect(hasLeft).toBe(true);
});

it('leaves the page by one back after a dialog was closed', async () => {
  const { open, told } = start();
  open('dialog')();
  await settle();
  expect([at, told]).toEqual([1, []]);
  await press(-1);
  expect(hasLeft).toBe(true);
});

it('closes stacked dialogs one after the other', async () => {
  const { open, told } = start();
  open('overlay');
  open('dialog');
  await press(-1);
  expect(told).toEqual(['left dialog']);
  await press(-1);
  expect(told).toEqual(['left dialog', 'left overlay']);
  await press(-1);
  expect(hasLeft).toBe(true);
});

it('removes one entry when the lower of two is closed', async () => {
  const { open, told } = start();
  const closeOverlay = open('overlay');
  open('dialog');
  closeOverlay();
  await settle();
  await press(-1);
  expect(told).toEqual(['left dialog']);
  await press(-1);
  expect(hasLeft).toBe(true);
});

it('does not report a dialog as left when another follows it', async () => {
  const { open, told } = start();
  open('first')();
  open('second');
  await settle();
  expect([told, addresses()]).toEqual([[], ['/', '/']]);
  await press(-1);
  expect([told, hasLeft]).toEqual([['left second'], false]);
});

it('does not move by forward after a dialog was closed', async () => {
  const { open, told } = start();
  const close = open('dialog');
  await press(-1);
  close();
  await press(1);
  expect([at, told]).toEqual([1, ['left dialog']]);
  await press(-1);
  expect(hasLeft).toBe(true);
});

it('reuses the entry of a dialog that is open again after a reload', async () => {
  start().open('dialog');
  for (const stop of stops) stop();
  const { open, told } = start();
  open('dialog again');
  await press(-1);
  expect([told, hasLeft]).toEqual([['left dialog again'], false]);
});

it('leaves the page by one back when a reload has closed the dialog', async () => {
  start().open('dialog');
  for (const stop of stops) stop();
  const { told } = start();
  await press(-1);
  expect([told, hasLeft]).toEqual([[], true]);
});

it('replaces the entry of a dialog with another page', async () => {
  const { go, open, told } = start();
  const close = open('dialog');
  close();
  await go('/terms');
  expect([addresses(), told]).toEqual([['/', '/terms'], ['pushed /terms']]);
  await press(-1);
  expect([told.at(-1), hasLeft]).toEqual(['traversed /', false]);
});

it('puts the entry of an open dialog over the next page', async () => {
  const { go, open, told } = start();
  open('dialog');
  await go('/terms');
  expect([addresses(), told]).toEqual([['/', '/terms', '/terms'], ['pushed /terms']]);
  await press(-1);
  await press(-1);
  expect(told).toEqual(['pushed /terms', 'left dialog', 'traversed /']);
});

it('replaces the address of the page, not that of its dialog', async () => {
  const { go, open } = start();
  open('dialog');
  await go('/de', true);
  expect(addresses()).toEqual(['/de', '/de']);
});

it('closes a dialog when the visitor jumps away from its page', async () => {
  const { go, open, told } = start();
  await go('/record');
  open('dialog');
  traverse(-2);
  await settle();
  expect(told).toEqual(['pushed /record', 'left dialog', 'traversed /']);
});

it('does not navigate if the call was aborted before the entry was removed', async () => {
  const { navigate, open, told } = start();
  open('dialog');
  const asked = new AbortController();
  const gone = navigate({ to: '/terms', replace: false }, asked.signal);
  asked.abort();
  await gone;
  expect([told, location.pathname]).toEqual([[], '/']);
});

it('leaves the page by back when the browser refuses another entry', async () => {
  vi.spyOn(history, 'pushState').mockImplementation(() => {
    throw new DOMException('too often', 'SecurityError');
  });
  const { open, told } = start();
  const close = open('dialog');
  close();
  await settle();
  expect([at, told, history.scrollRestoration]).toEqual([1, [], 'auto']);
});

it('waits a limited time for a browser that does not move', async () => {
  vi.useFakeTimers();
  vi.spyOn(history, 'go').mockImplementation(() => {});
  const { go, open, told } = start();
  open('dialog')();
  const gone = go('/terms');
  await vi.advanceTimersByTimeAsync(999);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await gone;
  vi.useRealTimers();
  expect(told).toEqual(['pushed /terms']);
});

it('prevents the browser from scrolling the page when its dialog closes', async () => {
  const { open } = start();
  const modes: string[] = [];
  const note = () => modes.push(history.scrollRestoration);
  const push = vi.mocked(history.pushState).getMockImplementation();
  vi.mocked(history.pushState).mockImplementation((...given) => {
    note();
    push?.(...given);
  });
  // in WebKit, the browser scrolls after the last listener
  addEventListener('popstate', note);
  open('dialog')();
  const after = [['manual', 'manual'], 'auto'];
  await vi.waitFor(() => expect([modes, history.scrollRestoration]).toEqual(after));
  removeEventListener('popstate', note);
});

it('lets the browser scroll a page that a dialog has navigated to', async () => {
  const { open, go } = start();
  const modes: string[] = [];
  open('dialog')();
  const push = vi.mocked(history.pushState).getMockImplementation();
  vi.mocked(history.pushState).mockImplementation((...given) => {
    modes.push(history.scrollRestoration);
    push?.(...given);
  });
  await go('/terms');
  expect([location.pathname, modes]).toEqual(['/terms', ['auto']]);
});
