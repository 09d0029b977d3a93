// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type AnyActorLogic, type AnyActorRef, createActor, StateMachine } from 'xstate';
import { appMachine } from '../../machines/app/app.machine.ts';
import { appChildIds, childOf } from '../../machines/app/children.derived.ts';
import { withPorts } from '../../machines/port-actors.ts';
import type { AppPorts } from '../../machines/ports/app-ports.ts';
import { compileMessages } from '../../tools/build/compile-messages.ts';
import { buildFirstSnapshots } from '../../tools/build/first-snapshots.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import { createNavigation } from '../adapters/browser/browser-navigation.ts';
import { createMemoryPorts } from '../adapters/memory/memory-ports.ts';
import { memoryRecord } from '../adapters/memory/memory-samples.ts';
import { createMemoryWorld } from '../adapters/memory/memory-world.ts';
import { createChartSystem } from '../machine-react/chart-system.tsx';
import { reviveFirstSnapshots, type SnapshotData } from '../machine-react/first-snapshots.ts';
import { App } from './app.tsx';
import { createDialogPort } from './dialog-port.ts';
import { createDialogStore } from './dialog-store.ts';
import { createPageStore } from './page-store.tsx';

const data = buildFirstSnapshots() as Record<string, SnapshotData>;
const words = { product: 'Lightwell', company: 'C', address: 'A', email: 'e@example.com' };
const messages = compileMessages('en');

const appCharts = appChildIds.filter((id) => childOf(id).machine instanceof StateMachine);

let stop = () => {};

/** Opens the page with memory ports. `caught` contains the errors that React caught. */
async function open(path: '/' | '/record') {
  history.replaceState(null, '', path);
  const caught: unknown[] = [];
  const pages = createPageStore(words, () =>
    Promise.reject(new Error('Expected no request for a page text.')),
  );
  const dialogs = createDialogStore();
  await pages.prepare({ name: path === '/' ? 'home' : 'record', locale: 'en' });
  const system = createChartSystem(reviveFirstSnapshots(data, { path, locale: 'en', messages }));
  render(<App system={system} words={words} pages={pages} dialogs={dialogs} />, {
    onCaughtError: (error) => caught.push(error),
  });
  const ports: AppPorts = {
    ...createMemoryPorts(createMemoryWorld({ records: [memoryRecord] })),
    dialog: createDialogPort(dialogs, () => ports),
    navigation: createNavigation(pages.prepare),
  };
  const root = createActor(withPorts(appMachine, ports), {
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
    if (!actor) throw new Error(`The chart ${systemId} is not running.`);
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
const home = 'Your photo, only better.';
const failed = 'Internal Server Error';
const failedPage = () => screen.findByRole('heading', { name: failed });

afterEach(() => {
  stop();
  cleanup();
});

it.each(appCharts)(
  'keeps showing the page when the %s chart crashes for the first time',
  async (id) => {
    const { root, caught } = await open('/');
    await crash(root, id);
    expect(headings()[0]?.replaceAll(/\s+/g, ' ')).toBe(home);
    expect(screen.getByRole('banner')).toBeTruthy();
    expect(caught).toEqual([]);
  },
);

it.each(appCharts.filter((id) => childOf(id).essential))(
  'replaces the page by the error page when the %s chart crashes again',
  async (id) => {
    const { root, caught } = await open('/');
    await crash(root, id);
    await crash(root, id);
    await failedPage();
    expect(headings()).toEqual([failed]);
    expect(caught).toContainEqual(new Error('a fault'));
    expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe(
      '/',
    );
  },
);

it.each(appCharts.filter((id) => !childOf(id).essential))(
  'continues without the optional %s chart when it crashes again',
  async (id) => {
    const { root, caught } = await open('/');
    await crash(root, id);
    await crash(root, id);
    expect(headings()).not.toContain(failed);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(caught).toEqual([]);
  },
);

const deleteButton = () =>
  within(screen.getByRole('article')).getByRole('button', { name: /delete/i });
const openQuestion = async () => {
  await act(async () => fireEvent.click(deleteButton()));
  return screen.findByRole('dialog', { name: 'Delete this photo?' });
};
const asking = (root: AnyActorRef) =>
  root.system
    .get('records')
    .getSnapshot()
    .matches({ listed: { list: 'confirming' } });

it("leaves the page unchanged when a dialog's chart crashes, and opens the dialog again", async () => {
  const { root, caught } = await open('/record');
  for (let crashes = 0; crashes < 3; crashes += 1) {
    await openQuestion();
    await crash(root, 'messageBox');
    expect([screen.queryByRole('dialog'), asking(root)]).toEqual([null, false]);
    expect(screen.getByText(/^That couldn’t be opened/)).toBeTruthy();
  }
  expect([headings().includes(failed), caught]).toEqual([false, []]);
});

it('leaves the page unchanged when a dialog cannot be shown', async () => {
  const { root } = await open('/record');
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
  showModal.mockImplementationOnce(() => {
    throw new Error('a fault');
  });
  await act(async () => fireEvent.click(deleteButton()));
  await eventually(() => expect(showModal).toHaveBeenCalledOnce());
  expect([screen.queryByRole('dialog'), asking(root)]).toEqual([null, false]);
  expect(headings()).not.toContain(failed);
  await openQuestion();
});

it('opens a confirmation again after the dialog chart has crashed', async () => {
  const { root } = await open('/record');
  await openQuestion();
  await crash(root, 'dialogs');
  expect([screen.queryByRole('dialog'), asking(root)]).toEqual([null, false]);
  await openQuestion();
});

it('shows the list again after its chart has crashed, even on the next visit', async () => {
  const { root } = await open('/record');
  const count = () => screen.queryAllByRole('article').length;
  await crash(root, 'records');
  expect(count()).toBe(1);
  await crash(root, 'records');
  await failedPage();
  expect(headings()).toEqual([failed]);
  const moveTo = async (path: string) => {
    await act(async () => root.send({ type: 'navigation.requested', to: path }));
    await eventually(() => expect(location.pathname).toBe(path));
  };
  await moveTo('/');
  await eventually(() => expect(headings()).not.toContain(failed));
  await moveTo('/record');
  await eventually(() => expect(count()).toBe(1));
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
  await failedPage();
  expect(headings()).toEqual([failed]);
  expect(caught).not.toEqual([]);
  expect(reported).toEqual([new Error('a fault')]);
});
