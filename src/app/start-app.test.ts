// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildLocaleFiles } from '../../tools/build/compile-messages.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import { memorySetup } from '../adapters/memory/memory-samples.ts';
import { startApp } from './start-app.tsx';

const config = {
  runEnv: 'production',
  apiBaseUrl: 'https://api.example',
  websiteId: 'site-1',
  product: 'Lightwell',
  company: 'C',
  address: 'A',
  email: 'e@example.com',
  retention: { en: '30 days', de: '30 Tage' },
};

const success = (obj: unknown) => Response.json({ success: '1', msg: '', obj });
const files = buildLocaleFiles();
const answers: Record<string, () => Response> = {
  '/_i18n/en/first-messages.json': () => new Response(files['en/first-messages.json']),
  '/_i18n/en/later-messages.json': () => new Response(files['en/later-messages.json']),
  '/v1/entrance/setup': () => success(memorySetup),
  '/v1/user': () => success({ vipStatus: 0, subscriptionStatus: 0, allowance: null }),
  '/v1/ai-function-record': () => success({ records: [], nextCursor: null }),
};

const startDevtools = vi.hoisted(() => vi.fn());
vi.mock('../devtools/start-devtools.ts', () => ({ startDevtools }));

let asked: Request[];
let container: HTMLElement;

beforeEach(() => {
  vi.stubGlobal('__MESSAGES_VERSION__', 'v1');
  vi.stubGlobal('__DEVTOOLS__', false);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  asked = [];
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = new Request(
      new URL(typeof input === 'string' ? input : input.url, location.href),
      init,
    );
    asked.push(typeof input === 'string' ? request : input);
    const answer = answers[new URL(request.url).pathname];
    return answer ? answer() : Response.json({ success: 'not_found', msg: '' }, { status: 404 });
  });
  document.body.innerHTML = `<div id="app"></div><input><script type="application/json" id="runtime-config"></script>`;
  container = document.getElementById('app') as HTMLElement;
  (document.getElementById('runtime-config') as HTMLElement).textContent = JSON.stringify(config);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const isMenuBlocked = (element: Element | null) => {
  const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
  element?.dispatchEvent(event);
  return event.defaultPrevented;
};

it('shows the page, makes its calls, and blocks the context menu except on text fields (R13)', async () => {
  expect(isMenuBlocked(container)).toBe(false);
  await act(() => startApp(document, container));
  await eventually(() => expect(document.querySelector('main h1')).not.toBeNull());
  expect(isMenuBlocked(document.querySelector('main h1'))).toBe(true);
  expect(isMenuBlocked(document.querySelector('body > input'))).toBe(false);
  const paths = asked.map(({ url }) => new URL(url).pathname);
  expect(paths).toEqual(expect.arrayContaining(['/v1/entrance/setup', '/v1/user']));
});

it('replays the actions that the inline boot has stored, once the page is shown', async () => {
  const tapped = document.querySelector('body > input') as HTMLElement;
  const clicked = vi.fn();
  tapped.addEventListener('click', () => clicked(document.querySelector('main h1') !== null));
  const early = new MouseEvent('click', { bubbles: true });
  Object.defineProperty(early, 'target', { value: tapped });
  window.early = [[early, undefined]];
  await act(() => startApp(document, container));
  await eventually(() => expect(clicked).toHaveBeenCalledExactlyOnceWith(true));
  expect(window.early).toBeUndefined();
});

it.each([
  ['test', 1],
  ['production', 0],
  ['production (a walk waits for it)', 1],
])(
  'starts the tap of the inspector in the environment %s so many times: %i',
  async (says, times) => {
    const [runEnv, isAwaited] = says.split(' ');
    vi.stubGlobal('__DEVTOOLS__', true);
    startDevtools.mockClear();
    if (isAwaited) vi.stubGlobal('__lightwell', undefined);
    const configured = document.getElementById('runtime-config') as HTMLElement;
    configured.textContent = JSON.stringify({ ...config, runEnv });
    await act(() => startApp(document, container));
    expect(startDevtools).toHaveBeenCalledTimes(times);
  },
);
