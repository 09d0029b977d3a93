// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { compileMessages } from '../../tools/build/compile-messages.ts';
import { buildFirstSnapshots } from '../../tools/build/first-snapshots.ts';
import { createChartSystem } from '../machine-react/chart-system.tsx';
import { reviveFirstSnapshots, type SnapshotData } from '../machine-react/first-snapshots.ts';
import { App } from './app.tsx';
import { createDialogStore } from './dialog-store.ts';
import { createPageStore, type PageStore } from './page-store.tsx';

const { layout } = vi.hoisted(() => ({ layout: { breaks: false } }));

vi.mock('../features/shell/layout.tsx', async (original) => {
  const { Layout } = await original<typeof import('../features/shell/layout.tsx')>();
  return {
    Layout: (props: { children: ReactNode }) => {
      if (layout.breaks) throw new Error('the layout breaks');
      return <Layout {...props} />;
    },
  };
});

const messages = compileMessages('en');
const words = { product: 'Lightwell', company: 'C', address: 'A', email: 'e@example.com' };
const snapshots = buildFirstSnapshots() as Record<string, SnapshotData>;

/**
 * Opens a page that fails to render. Returns the errors that React reports as caught by a boundary.
 */
async function open(change: Partial<PageStore> = {}): Promise<unknown[]> {
  const caught: unknown[] = [];
  const pages = createPageStore(words, () =>
    Promise.reject(new Error('Expected no request for a page text.')),
  );
  await pages.prepare({ name: 'home', locale: 'en' });
  render(
    <App
      system={createChartSystem(
        reviveFirstSnapshots(snapshots, { path: '/', locale: 'en', messages }),
      )}
      words={words}
      pages={{ ...pages, ...change }}
      dialogs={createDialogStore()}
    />,
    { onCaughtError: (error) => caught.push(error) },
  );
  return caught;
}

const broken = () => {
  throw new Error('the page breaks');
};
const heading = () => screen.getAllByRole('heading', { level: 1 }).map((h1) => h1.textContent);
const failed = () => screen.findByRole('heading', { name: 'Internal Server Error' });

afterEach(() => {
  cleanup();
  layout.breaks = false;
});

it('shows the page while nothing breaks', async () => {
  expect(await open()).toEqual([]);
  expect(heading()).not.toContain('Internal Server Error');
});

it('shows the error page inside the layout when a page cannot be rendered (R7)', async () => {
  const Broken = broken;
  expect(await open({ render: () => <Broken /> })).toEqual([new Error('the page breaks')]);
  await failed();
  expect(heading()).toEqual(['Internal Server Error']);
  expect(screen.getByRole('banner')).toBeTruthy();
  expect(screen.getByRole('contentinfo')).toBeTruthy();
  expect(document.title).toContain('Internal Server Error');
});

it('shows the error page alone when the layout cannot be rendered (R7)', async () => {
  layout.breaks = true;
  expect(await open()).toEqual([new Error('the layout breaks')]);
  await failed();
  expect(heading()).toEqual(['Internal Server Error']);
  expect(screen.queryByRole('banner')).toBeNull();
});

it('offers to load the page again, or to go home', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  layout.breaks = true;
  await open();
  await failed();
  fireEvent.click(screen.getByRole('button', { name: 'Reload the page' }));
  expect(reload).toHaveBeenCalledOnce();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/');
});
