// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { compileMessages } from '../../tools/build/compile-messages.ts';
import { buildFirstSnapshots } from '../../tools/build/first-snapshots.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import type { SnapshotData } from '../machine-react/first-snapshots.ts';

const words = { product: 'Lightwell', company: 'C', address: 'A', email: 'e@example.com' };
const snapshots = buildFirstSnapshots() as Record<string, SnapshotData>;
const failed = 'Internal Server Error';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const person = `Mozilla/5.0 (X11; Linux x86_64) ${chrome}`;
const tester = person.replace('Chrome', 'HeadlessChrome');
const bot = `Mozilla/5.0 ${chrome} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`;

/** Opens a home page that fails to render, with modules that are loaded again. */
async function openAs(agent: string) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
  vi.resetModules();
  const { App } = await import('./app.tsx');
  const { createDialogStore } = await import('./dialog-store.ts');
  const { createPageStore } = await import('./page-store.tsx');
  const { createChartSystem } = await import('../machine-react/chart-system.tsx');
  const { reviveFirstSnapshots } = await import('../machine-react/first-snapshots.ts');
  const pages = createPageStore(words, () =>
    Promise.reject(new Error('Expected no request for a page text.')),
  );
  const first = { path: '/', locale: 'en', messages: compileMessages('en') } as const;
  const system = createChartSystem(reviveFirstSnapshots(snapshots, first));
  const Broken = () => {
    throw new Error('the page breaks');
  };
  render(
    <App
      system={system}
      words={words}
      pages={{ ...pages, render: () => <Broken /> }}
      dialogs={createDialogStore()}
    />,
    { onCaughtError: () => {} },
  );
}

afterEach(() => {
  cleanup();
  vi.doUnmock('isbot');
  vi.restoreAllMocks();
});

it.each([person, tester])('shows the error page to %s (R7)', async (agent) => {
  await openAs(agent);
  expect(await screen.findByRole('heading', { name: failed })).toBeTruthy();
});

const serve = (status: number, body: string) =>
  vi.spyOn(window, 'fetch').mockResolvedValue(new Response(body, { status }));

it('shows a bot the content that the server sent for the address, not the error page (R7)', async () => {
  serve(200, '<body><main id="content"><h1>Make it sharp</h1></main></body>');
  await openAs(bot);
  expect(await screen.findByRole('heading', { name: 'Make it sharp' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: failed })).toBeNull();
});

it('shows a bot only the layout if the server fails as well (R7)', async () => {
  serve(500, '<main id="content">Internal Server Error</main>');
  await openAs(bot);
  await eventually(() => expect(document.querySelector('main [data-failed]')).toBeTruthy());
  expect(document.querySelector('main')?.textContent).toBe('');
  expect(screen.queryByRole('heading', { name: failed })).toBeNull();
  expect(document.title).not.toContain(failed);
  expect(screen.getByRole('banner')).toBeTruthy();
});

it('shows the error page when the code that detects bots cannot be loaded', async () => {
  vi.doMock('isbot', () => {
    throw new Error('offline');
  });
  await openAs(bot);
  expect(await screen.findByRole('heading', { name: failed })).toBeTruthy();
});
