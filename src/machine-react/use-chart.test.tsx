// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { appMachine } from '../../machines/app/app.machine.ts';
import { withPorts } from '../../machines/port-actors.ts';
import { buildFirstSnapshots } from '../../tools/build/first-snapshots.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import { createMemoryPorts } from '../adapters/memory/memory-ports.ts';
import { memoryRecord } from '../adapters/memory/memory-samples.ts';
import { createMemoryWorld } from '../adapters/memory/memory-world.ts';
import { ActorSystemProvider, createChartSystem } from './chart-system.tsx';
import { reviveFirstSnapshots, type SnapshotData } from './first-snapshots.ts';
import { useChart, useDialogChart, usePageChart, useSend } from './use-chart.ts';
import { useChartAttributes } from './use-chart-attributes.ts';

const data = buildFirstSnapshots() as Record<string, SnapshotData>;
const first = () => reviveFirstSnapshots(data, { path: '/', locale: 'en', messages: {} });

const createRoot = (world = createMemoryWorld()) =>
  createActor(withPorts(appMachine, createMemoryPorts(world)), {
    id: 'app',
    systemId: 'app',
    input: { path: '/', messages: {} },
  });

afterEach(cleanup);

function Offer() {
  const codes = useChart(
    'app',
    ({ context }) => context.setup?.functions.map(({ code }) => code) ?? [],
  );
  return <p>{codes.length === 0 ? 'nothing yet' : codes.join(' ')}</p>;
}

const moveTo = (path: string) => ({ type: 'location.changed', path, move: 'pushed' }) as const;

function Records() {
  const count = usePageChart('records', ({ context }) => context.records.length);
  const send = useSend('app');
  return (
    <>
      <p>{count === null ? 'no chart' : `${count} records`}</p>
      <button type="button" onClick={() => send(moveTo('/record'))}>
        open
      </button>
      <button type="button" onClick={() => send(moveTo('/'))}>
        close
      </button>
    </>
  );
}

function Credits({ onRender }: { onRender: () => void }) {
  const { left } = useChart('session', ({ context }) => ({ left: context.user?.allowance?.limit }));
  const functions = useChart('app', ({ context }) => [context.setup?.functions.length]);
  onRender();
  return <p>{`${functions[0]} ${left}`}</p>;
}

function Question() {
  return <p>{useDialogChart('messageBox', ({ value }) => `The question is ${String(value)}.`)}</p>;
}

const breakDown = () => {
  throw new Error('a fault');
};

function Broken() {
  return useChart('records', ({ context }) => context.records.length);
}

it('renders the first snapshots, then the live snapshots', async () => {
  const system = createChartSystem(first());
  render(
    <ActorSystemProvider system={system}>
      <Offer />
    </ActorSystemProvider>,
  );
  expect(screen.getByText('nothing yet')).toBeDefined();
  const root = createRoot();
  act(() => {
    root.start();
    system.attach(root);
  });
  expect(await screen.findByText('upscale-2x-fast face-blur')).toBeDefined();
  root.stop();
});

it('hydrates from the first snapshots after the charts have changed', async () => {
  const system = createChartSystem(first());
  const page = (
    <ActorSystemProvider system={system}>
      <Offer />
    </ActorSystemProvider>
  );
  const container = document.createElement('div');
  container.innerHTML = renderToString(page);
  expect(container.textContent).toBe('nothing yet');
  const root = createRoot().start();
  system.attach(root);
  await eventually(() => expect(root.getSnapshot().context.setup).not.toBeNull());
  const onRecoverableError = vi.fn();
  const react = await act(() => hydrateRoot(container, page, { onRecoverableError }));
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(container.textContent).toBe('upscale-2x-fast face-blur');
  act(() => react.unmount());
  root.stop();
});

it('delivers events sent before the charts were loaded', async () => {
  const system = createChartSystem(first());
  render(
    <ActorSystemProvider system={system}>
      <Records />
    </ActorSystemProvider>,
  );
  act(() => screen.getByText('open').click());
  expect(screen.getByText('no chart')).toBeDefined();
  const root = createRoot(createMemoryWorld({ records: [memoryRecord] })).start();
  act(() => system.attach(root));
  expect(await screen.findByText('1 records')).toBeDefined();
  root.stop();
});

it('follows a page chart from its start to its end, and again', async () => {
  const root = createRoot(createMemoryWorld({ records: [memoryRecord] })).start();
  render(
    <ActorSystemProvider root={root}>
      <Records />
    </ActorSystemProvider>,
  );
  for (let round = 0; round < 2; round += 1) {
    expect(screen.getByText('no chart')).toBeDefined();
    act(() => screen.getByText('open').click());
    expect(await screen.findByText('1 records')).toBeDefined();
    await act(async () => screen.getByText('close').click());
  }
  root.stop();
});

it('renders again only when the selected value has changed', async () => {
  const root = createRoot().start();
  await eventually(() => expect(root.getSnapshot().matches({ boot: 'ready' })).toBe(true));
  const onRender = vi.fn();
  render(
    <ActorSystemProvider root={root}>
      <Credits onRender={onRender} />
    </ActorSystemProvider>,
  );
  const before = onRender.mock.calls.length;
  act(() => root.send(moveTo('/terms')));
  expect(onRender).toHaveBeenCalledTimes(before);
  root.stop();
});

it.each([
  ['records', Broken],
  ['messageBox', Question],
])('throws when the chart is not running: %s', (id, Component) => {
  const page = (
    <ActorSystemProvider system={createChartSystem(first())}>
      <Component />
    </ActorSystemProvider>
  );
  expect(() => renderToString(page)).toThrow(`The chart "${id}" is not running.`);
});

/** A root that opens and closes a dialog itself. In the product, other charts do this. */
const question = setup({}).createMachine({
  initial: 'asked',
  states: {
    asked: { on: { 'dialog.cancelled': 'answered', 'a fault': { actions: breakDown } } },
    answered: { type: 'final' },
  },
});
const desk = setup({ actors: { question } }).createMachine({
  initial: 'open',
  states: {
    open: {
      invoke: { src: 'question', id: 'question', systemId: 'messageBox', onError: 'closed' },
      on: { 'dialog.withdrawn': 'closed' },
    },
    closed: { on: { 'dialog.requested': 'open' } },
  },
});

it.each(['dialog.cancelled', 'a fault', 'dialog.withdrawn'])(
  'keeps the last state of a dialog until it has closed: %s',
  (type) => {
    const root = createActor(desk).start();
    const { unmount } = render(
      <ActorSystemProvider root={root}>
        <Question />
      </ActorSystemProvider>,
    );
    expect(screen.getByText('The question is asked.')).toBeDefined();
    act(() => {
      root.system.get('messageBox')?.send({ type });
      root.send({ type: 'dialog.withdrawn' });
    });
    expect(root.system.get('messageBox')).toBeUndefined();
    expect(screen.getByText('The question is asked.')).toBeDefined();
    unmount();
    root.stop();
  },
);

it('mirrors the chart in the DOM', () => {
  const Mirror = ({ chart }: { chart: 'toast' | 'result' }) => (
    <div {...useChartAttributes(chart)} />
  );
  const page = (
    <ActorSystemProvider system={createChartSystem(first())}>
      <Mirror chart="toast" />
      <Mirror chart="result" />
    </ActorSystemProvider>
  );
  expect(renderToString(page)).toBe(
    '<div data-actor="toast" data-state="hidden"></div><div data-actor="result"></div>',
  );
});
