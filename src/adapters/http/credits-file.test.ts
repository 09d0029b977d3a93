// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCreditsFile } from './credits-file.ts';

const links: HTMLAnchorElement[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  links.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    links.push(this);
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:credits');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
});

const { signal } = new AbortController();

/** Saves the file while the server gives this answer. */
function saving(answer: () => Response | Promise<never>) {
  const requests: Request[] = [];
  const save = createCreditsFile({
    baseUrl: 'https://api.example/base',
    website: 'site',
    locale: () => 'de',
    caller: async () => ({ kind: 'user', token: 'token-1' }),
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      return await answer();
    },
  });
  return { requests, save: () => save(undefined, signal) };
}

const csv = () =>
  new Response('id,amount\r\n', { headers: { 'content-type': 'text/csv; charset=utf-8' } });

it('loads the file as its owner and passes it to the browser under a name', async () => {
  const { requests, save } = saving(csv);
  await save();
  expect(requests.map(({ url }) => url)).toEqual(['https://api.example/base/v1/user/credits.csv']);
  expect(requests[0]?.headers.get('token')).toBe('token-1');
  expect(links.map(({ download, href }) => [download, href])).toEqual([
    ['credits.csv', 'blob:credits'],
  ]);
  expect(URL.revokeObjectURL).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(URL.revokeObjectURL).toHaveBeenCalledExactlyOnceWith('blob:credits');
});

it.each([
  [
    'a refusal, whatever its status',
    () => Response.json({ success: '10009', msg: 'sign in', obj: null }),
    { reason: 'refused', code: '10009' },
  ],
  ['a fault of the server', () => new Response('', { status: 502 }), { reason: 'server' }],
  [
    'a missing connection',
    () => Promise.reject(new TypeError('Failed to fetch')),
    { reason: 'offline' },
  ],
])('saves nothing after %s', async (_what, answer, failure) => {
  const { save } = saving(answer);
  await expect(save()).rejects.toMatchObject({ failure });
  expect(links).toEqual([]);
});
