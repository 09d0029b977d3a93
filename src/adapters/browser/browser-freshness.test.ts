// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserFreshness } from './browser-freshness.ts';

const never = { aborted: false, addEventListener: () => {}, removeEventListener: () => {} };

/** The server's answers by path. For a path without an entry, the server answers 404. */
let files: Record<string, { status?: number; body?: string } | Error> = {};
let asked: string[] = [];

beforeEach(() => {
  files = {};
  asked = [];
  sessionStorage.clear();
  document.documentElement.dataset.build = 'one';
  vi.useFakeTimers({ now: Date.UTC(2030, 0, 1) });
  vi.stubGlobal('fetch', async (path: string, { cache }: RequestInit) => {
    asked.push(`${path} ${cache}`);
    const answer = files[path] ?? { status: 404, body: '{"success":"not_found"}' };
    if (answer instanceof Error) throw answer;
    return new Response(answer.body ?? '', { status: answer.status ?? 200 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const find = async () => (await browserFreshness.findNewerBuild(undefined, never)).build;
const latest = '/_build/latest.json';

it('finds a newer build once the server has its manifest, past every cache', async () => {
  files[latest] = { body: '{"id":"two"}' };
  files['/_build/two.json'] = { body: '{"id":"two","builtAt":"now","messages":"x"}' };
  expect(await find()).toBe('two');
  expect(asked).toEqual([`${latest} no-store`, '/_build/two.json no-store']);
});

it.each([
  ['its own build', { [latest]: { body: '{"id":"one"}' } }],
  ['a build that not every server has yet', { [latest]: { body: '{"id":"two"}' } }],
  ['a server that names none', {}],
])('finds nothing newer in %s', async (_, given) => {
  files = given;
  expect(await find()).toBeNull();
});

it('a page of the development server sends no request', async () => {
  delete document.documentElement.dataset.build;
  expect([await find(), asked]).toEqual([null, []]);
});

it.each([
  ['no answer arrives', new TypeError('Failed to fetch'), 'offline'],
  ['the server fails', { status: 503 }, 'server'],
  ['it answers with a page', { body: '<!doctype html>' }, 'server'],
  ['it answers with something else', { body: '{"id":1}' }, 'server'],
])('%s: the newest build is unknown', async (_, answer, reason) => {
  files[latest] = answer;
  await expect(find()).rejects.toMatchObject({ failure: { reason, call: 'findNewerBuild' } });
});

it('stores reloads across documents, with their age', async () => {
  const cause = { kind: 'newer', id: 'two' } as const;
  await browserFreshness.noteReload({ path: '/record', cause }, never);
  vi.advanceTimersByTime(5000);
  expect(await browserFreshness.recallReloads(undefined, never)).toEqual([
    { path: '/record', cause, agoMs: 5000 },
  ]);
  vi.setSystemTime(0);
  expect(await browserFreshness.recallReloads(undefined, never)).toMatchObject([{ agoMs: 0 }]);
});

it.each(['', 'half a [', '{}', '[1, null, {"path": "/"}]'])(
  'ignores stored reloads that it did not write: %s',
  async (text) => {
    sessionStorage.setItem('reloads', text);
    expect(await browserFreshness.recallReloads(undefined, never)).toEqual([]);
  },
);

it('reports a tab that refuses storage', async () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new DOMException('refused', 'SecurityError');
    },
  });
  const refused = { failure: { reason: 'unsupported' } };
  await expect(browserFreshness.recallReloads(undefined, never)).rejects.toMatchObject(refused);
});

it('reports code that could not be loaded, until it is stopped', () => {
  const heard: unknown[] = [];
  const stop = browserFreshness.watchChunks(undefined, (event) => heard.push(event));
  const fail = (message: string) => {
    const event = Object.assign(new Event('vite:preloadError'), { payload: new Error(message) });
    dispatchEvent(event);
  };
  fail('Failed to fetch dynamically imported module: https://a.example/assets/x-1a.js');
  fail('Unable to preload CSS for /assets/x-1a.css');
  fail('odd');
  stop();
  fail('late');
  expect(heard).toEqual([
    { type: 'chunk.failed', chunk: '/assets/x-1a.js' },
    { type: 'chunk.failed', chunk: '/assets/x-1a.css' },
    { type: 'chunk.failed', chunk: 'Error: odd' },
  ]);
});

it('checks each hour, and when a page that slept becomes visible (R63)', () => {
  let looks = 0;
  const stop = browserFreshness.watchAge(undefined, () => {
    looks += 1;
  });
  vi.advanceTimersByTime(59 * 60_000);
  expect(looks).toBe(0);
  vi.advanceTimersByTime(60_000);
  expect(looks).toBe(1);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(looks).toBe(1);
  vi.setSystemTime(Date.now() + 86_400_000);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(looks).toBe(2);
  stop();
  vi.advanceTimersByTime(7_200_000);
  expect(looks).toBe(2);
});

it('checks immediately if the page came from a cache', () => {
  const entry = { transferSize: 0, decodedBodySize: 9 } as PerformanceNavigationTiming;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry]);
  const heard: unknown[] = [];
  browserFreshness.watchAge(undefined, (event) => heard.push(event))();
  expect(heard).toEqual([{ type: 'look.due' }]);
});
