// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type AnyActorLogic, type AnyActorRef, createActor } from 'xstate';
import { appMachine } from '../../machines/app/app.machine.ts';
import { withPorts } from '../../machines/port-actors.ts';
import { compileMessages } from '../../tools/build/compile-messages.ts';
import { buildFirstSnapshots } from '../../tools/build/first-snapshots.ts';
import { createNavigation } from '../adapters/browser/browser-navigation.ts';
import { createMemoryPorts, createMemoryWorld } from '../adapters/memory/memory-ports.ts';
import { memoryRecord } from '../adapters/memory/memory-samples.ts';
import { createChartSystem } from '../machine-react/chart-system.tsx';
import { reviveFirstSnapshots, type SnapshotData } from '../machine-react/first-snapshots.ts';
import { App } from './app.tsx';
import { createPageStore } from './page-store.tsx';

const data = buildFirstSnapshots() as Record<string, SnapshotData>;
const words = { product: 'Lightwell', company: 'C', address: 'A', email: 'e@example.com' };
const messages = compileMessages('en');

let stop = () => {};

/** The page with its charts over a world in memory; `caught` is what React caught. */
async function open(path: '/' | '/record') {
  history.replaceState(null, '', path);
  const caught: unknown[] = [];
  const pages = createPageStore(words, () => Promise.reject(new Error('no text')));
  await pages.prepare({ name: path === '/' ? 'home' : 'record', locale: 'en' });
  const system = createChartSystem(reviveFirstSnapshots(data, { path, locale: 'en', messages }));
  render(<App system={system} words={words} pages={pages} />, {
    onCaughtError: (error) => caught.push(error),
  });
  const ports = createMemoryPorts(createMemoryWorld({ records: [memoryRecord] }));
  const navigation = createNavigation(pages.prepare);
  const root = createActor(withPorts(appMachine, { ...ports, navigation }), {
    id: 'app',
    systemId: 'app',
    input: { path, messages },
  });
  await act(async () => {
    root.start();
    system.attach(root);
  });
  stop = () => {
    root.stop();
  };
  return { root, caught };
}

const crash = (root: AnyActorRef, systemId: string) =>
  act(async () => {
    const actor: AnyActorRef | undefined = root.system.get(systemId);
    if (!actor) throw new Error(`${systemId} does not run`);
    const { logic } = actor as unknown as { logic: AnyActorLogic };
    const { transition } = logic;
    logic.transition = (snapshot, event, scope) => {
      if (event.type === 'a fault') throw new Error('a fault');
      return transition.call(logic, snapshot, event, scope);
    };
    actor.send({ type: 'a fault' });
    logic.transition = transition;
  });

const headings = () => screen.getAllByRole('heading', { level: 1 }).map((h1) => h1.textContent);
const home = 'Drop a photo. Get a better one.';
const failed = 'Internal Server Error';

afterEach(() => {
  stop();
  cleanup();
});

it.each(['toast', 'dialogs', 'overlay', 'language', 'session', 'tray', 'debugConsole'])(
  'shows the page on when the %s chart crashes for the first time',
  async (id) => {
    const { root, caught } = await open('/');
    await crash(root, id);
    expect(headings()[0]?.replaceAll(/\s+/g, ' ')).toBe(home);
    expect(screen.getByRole('banner')).toBeTruthy();
    expect(caught).toEqual([]);
  },
);

it.each(['dialogs', 'language', 'session', 'tray'])(
  'gives its place to the error page when the %s chart crashes again',
  async (id) => {
    const { root, caught } = await open('/');
    await crash(root, id);
    await crash(root, id);
    expect(headings()).toEqual([failed]);
    expect(caught).toContainEqual(new Error('a fault'));
    expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe(
      '/',
    );
  },
);

it.each(['toast', 'overlay', 'debugConsole'])(
  'goes on without the %s chart, which is optional, when it crashes again',
  async (id) => {
    const { root, caught } = await open('/');
    await crash(root, id);
    await crash(root, id);
    expect(headings()).not.toContain(failed);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(caught).toEqual([]);
  },
);

it('shows the list again after its chart has crashed, even on the next visit', async () => {
  const { root } = await open('/record');
  const count = () => screen.queryAllByRole('article').length;
  await crash(root, 'records');
  expect(count()).toBe(1);
  await crash(root, 'records');
  expect(headings()).toEqual([failed]);
  const moveTo = async (path: string) => {
    await act(async () => root.send({ type: 'navigation.requested', to: path }));
    await vi.waitFor(() => expect(location.pathname).toBe(path));
  };
  await moveTo('/');
  await vi.waitFor(() => expect(headings()).not.toContain(failed));
  await moveTo('/record');
  await vi.waitFor(() => expect(count()).toBe(1));
});

it('shows the error page when the root itself crashes, and reports it', async () => {
  const { root, caught } = await open('/');
  const later = vi.spyOn(globalThis, 'setTimeout');
  const reported: unknown[] = [];
  later.mockImplementation(((run: () => void) => {
    try {
      run();
    } catch (error) {
      reported.push(error);
    }
    return 0;
  }) as never);
  await crash(root, 'app');
  later.mockRestore();
  expect(headings()).toEqual([failed]);
  expect(caught).not.toEqual([]);
  expect(reported).toEqual([new Error('a fault')]);
});
