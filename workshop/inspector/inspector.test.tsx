// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor, createMachine, SimulatedClock } from 'xstate';
import { dialogsMachine } from '../../machines/dialogs/dialogs.machine.ts';
import { overlayMachine } from '../../machines/overlay/overlay.machine.ts';
import { toastMachine } from '../../machines/toast/toast.machine.ts';
import { createTap } from '../../src/devtools/tap/tap.ts';
import type { Json } from '../../src/devtools/wire/json.ts';
import { NewsWriter } from '../../src/devtools/wire/news-writer.ts';
import type { PageInfo, WireEntry } from '../../src/devtools/wire/wire-messages.ts';
import { fitting } from './chart/use-canvas.ts';
import { Inspector } from './inspector.tsx';
import { InspectorStore } from './inspector-store.ts';
import { InspectorProvider } from './use-inspector.tsx';

const page: PageInfo = {
  page: 'p1',
  title: 'Home',
  path: '/de',
  build: 'b1',
  openedAt: 0,
  version: 1,
};

/** A system with this many charts, all tapped. */
const openPage = (charts: number) => {
  const kinds = [toastMachine, dialogsMachine, overlayMachine];
  const invoke = Array.from({ length: charts }, (_, index) => ({
    id: `chart${index}`,
    systemId: `chart${index}`,
    src: kinds[index % kinds.length] as typeof toastMachine,
    onError: {},
  }));
  const tap = createTap();
  const machine = createMachine({ id: 'app', invoke });
  const root = createActor(machine, {
    id: 'app',
    systemId: 'app',
    clock: new SimulatedClock(),
    inspect: tap.inspect,
  }).start();
  const say = (message: string) =>
    root.system
      .get('chart0')
      .send({ type: 'toast.requested', kind: 'info', message: { id: message } });
  return { tap, root, say };
};

const show = (charts = 3) => {
  const opened = openPage(charts);
  const request = vi.fn(async () => ({ ok: true, words: 'sent' }));
  const store = new InspectorStore((task) => task());
  store.connect({ follow: vi.fn(), request });
  const writer = new NewsWriter();
  const follower = opened.tap.follow();
  const tell = () =>
    act(() => {
      const { actors, entries } = follower.take();
      store.newsArrived('p1', writer.write(actors, entries));
    });
  act(() => {
    store.pageAppeared(page);
    store.historyBegan();
    store.newsArrived('p1', {
      ...writer.write(opened.tap.actors(), opened.tap.entries()),
      actors: writer.writeBase(opened.tap.actors()),
    });
  });
  render(
    <InspectorProvider value={store}>
      <Inspector />
    </InspectorProvider>,
  );
  return { ...opened, store, request, tell };
};

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const tree = () => screen.getByRole('navigation', { name: 'Actors' });
const chooseActor = (name: RegExp) =>
  fireEvent.click(within(tree()).getByRole('treeitem', { name }));

it('waits for a page if there is none', () => {
  render(
    <InspectorProvider value={new InspectorStore()}>
      <Inspector />
    </InspectorProvider>,
  );
  expect(screen.getByRole('heading', { name: 'No page yet' })).toBeDefined();
});

it('shows every chart with its state, and follows what happens', () => {
  const { say, tell } = show(3);
  expect(within(tree()).getAllByRole('treeitem')).toHaveLength(4);
  expect(screen.getByRole('button', { name: 'chart0: hidden. Open the chart' })).toBeDefined();
  say('a');
  tell();
  expect(screen.getByRole('button', { name: 'chart0: shown. Open the chart' })).toBeDefined();
});

it('highlights the active states and marks the last transition (R80)', () => {
  const { say, tell } = show(3);
  chooseActor(/^chart0/);
  say('a');
  tell();
  const picture = screen.getByRole('img', { name: 'toast: shown' });
  expect(picture.querySelector('[data-state="toast.shown"]')?.classList).toContain('lit');
  expect(picture.querySelector('[data-state="toast.hidden"]')?.classList).not.toContain('lit');
  expect(picture.querySelector('text.last')?.textContent).toContain('toast.requested');
});

it('steps back and forth through history and returns to live events', () => {
  const { say, tell, store } = show(3);
  say('first');
  say('second');
  tell();
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
  expect(screen.getByRole('status').textContent).toMatch(/^Looking at event/);
  expect(store.view.actor).not.toBeNull();
  const cursor = store.view.cursor ?? 0;
  fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
  expect(store.view.cursor).toBeLessThan(cursor);
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  expect(store.view.cursor).toBe(cursor);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.getByRole('status').textContent).toBe('Live');
});

it('shows what an event changed', () => {
  const { say, tell } = show(3);
  chooseActor(/^chart0/);
  say('saved');
  tell();
  fireEvent.click(screen.getByRole('tab', { name: 'Last event' }));
  const details = screen.getByRole('complementary', { name: 'Details' });
  expect(within(details).getByText('toast | toast.requested | 0 | toast.shown')).toBeDefined();
  expect(details.querySelector('.changes')?.textContent).toContain('count01');
});

it('sends an event with an edited payload, only while live', async () => {
  const { request, store, root } = show(3);
  chooseActor(/^chart0/);
  fireEvent.click(screen.getByRole('button', { name: /toast\.requested/ }));
  const payload = screen.getByRole('textbox', { name: 'Payload of toast.requested as JSON' });
  const send = () => screen.getByRole('button', { name: 'Send' }) as HTMLButtonElement;
  fireEvent.change(payload, { target: { value: '{"kind": ' } });
  expect(send().disabled).toBe(true);
  fireEvent.change(payload, { target: { value: '{"kind": "info"}' } });
  await act(async () => fireEvent.click(send()));
  expect(request).toHaveBeenCalledWith('event.sent', root.system.get('chart0').sessionId, {
    kind: 'info',
    type: 'toast.requested',
  });
  act(() => store.togglePause());
  expect(send().disabled).toBe(true);
});

it('stays small with 15 charts and 10 000 events', () => {
  const { say, tell, store } = show(15);
  for (let count = 0; count < 12_000; count += 1) say(`m${count}`);
  tell();
  expect(within(tree()).getAllByRole('treeitem')).toHaveLength(16);
  expect(store.session.entries.length).toBeGreaterThanOrEqual(10_000);
  expect(store.session.entries.length).toBeLessThanOrEqual(10_500);
  expect(
    screen.getAllByRole('option').filter((row) => row.classList.contains('row')).length,
  ).toBeLessThan(60);
});

it('shows a sentence that explains why a file cannot be opened', () => {
  const { store } = show(3);
  act(() => store.openRecording('nonsense'));
  expect(screen.getByRole('alert').textContent).toContain('it is not JSON');
});

it('shows a recording until it is closed', () => {
  const { store, say, tell } = show(3);
  say('a');
  tell();
  const file = store.writeRecording();
  act(() => store.openRecording(file));
  expect(screen.getByRole('status').textContent).toMatch(/^Recording of/);
  fireEvent.click(screen.getByRole('button', { name: 'Close recording' }));
  expect(screen.getByRole('status').textContent).toBe('Live');
});

it('resizes panels by the keyboard, without stepping through time', () => {
  const { store } = show(3);
  const edge = screen.getByRole('separator', { name: 'Width of the actors' });
  const before = Number(edge.getAttribute('aria-valuenow'));
  fireEvent.keyDown(edge, { key: 'ArrowRight' });
  fireEvent.keyDown(edge, { key: 'ArrowRight' });
  expect(Number(edge.getAttribute('aria-valuenow'))).toBe(before + 32);
  fireEvent.keyDown(edge, { key: 'Home' });
  expect(edge.getAttribute('aria-valuenow')).toBe(edge.getAttribute('aria-valuemin'));
  expect(store.view.cursor).toBeNull();
});

it('zooms a chart by the wheel and by its buttons', () => {
  show(3);
  chooseActor(/^chart0/);
  const percent = () => Number.parseInt(screen.getByTitle('Real size').textContent ?? '', 10);
  const canvas = document.querySelector('.canvas') as HTMLElement;
  const before = percent();
  fireEvent.wheel(canvas, { deltaY: -300 });
  const larger = percent();
  expect(larger).toBeGreaterThan(before);
  fireEvent.wheel(canvas, { deltaY: 600 });
  expect(percent()).toBeLessThan(larger);
  fireEvent.click(screen.getByTitle('Real size'));
  expect(percent()).toBe(100);
});

it('fits a chart that is larger than its panel', () => {
  const drawing = { width: 2500, height: 2300, boxes: [], arrows: [] };
  const frame = { clientWidth: 800, clientHeight: 500 } as HTMLElement;
  const scale = fitting(frame, drawing);
  expect((drawing.width + 16) * scale).toBeLessThanOrEqual(frame.clientWidth);
  expect((drawing.height + 16) * scale).toBeLessThanOrEqual(frame.clientHeight);
});

it('finds a state and an event by their names', () => {
  show(3);
  const field = screen.getByRole('searchbox', { name: 'Find a state or an event' });
  fireEvent.change(field, { target: { value: 'requested' } });
  const hits = () => within(screen.getByRole('list', { name: 'Found' })).getAllByRole('button');
  expect(hits().map(({ textContent }) => textContent)).toContain('chart0 toast.requested in toast');
  fireEvent.change(field, { target: { value: 'shown' } });
  const [first] = hits();
  if (first) fireEvent.click(first);
  const picture = screen.getByRole('img', { name: 'toast: hidden' });
  expect(picture.querySelector('[data-state="toast.shown"]')?.hasAttribute('data-found')).toBe(
    true,
  );
});

it('shows lanes only for the charts in the listed events', () => {
  const { store, say, tell } = show(15);
  say('a');
  tell();
  const lanes = () =>
    [...document.querySelectorAll('.lane-names span')].map(({ textContent }) => textContent);
  act(() => store.show({ filter: 'toast.requested' }));
  expect(lanes()).toEqual(['chart0']);
});

/** The entry for an answered call of the page's charts. */
const answered = (actor: string, seq: number, output: Json): WireEntry => ({
  seq,
  at: seq,
  lastAt: seq,
  count: 1,
  actor,
  source: null,
  event: { type: 'xstate.done.actor.ask', output },
  steps: null,
  status: 'active',
  result: null,
});

it("shows the server's charts in the states that its answers name", () => {
  const { store, root } = show(3);
  const task = (dealStatus: number) => ({ id: 'r1', revision: dealStatus, dealStatus });
  const order = { code: 'LW-1', productCode: 'pack', status: 'notPaid' };
  const plan = { id: 'p1', subscriptionStatus: 1, cancelAtPeriodEnd: true, retries: [] };
  const outputs: Json[] = [
    task(0),
    { record: task(1) },
    { order: { ...order, payment: { status: 'failed' } } },
    { plan },
    { records: [{ ...task(2), id: 'in a list' }] },
  ];
  const entries = outputs.map((output, index) => answered(root.sessionId, 100 + index, output));
  act(() => store.newsArrived('p1', { charts: [], actors: [], entries }));
  const states = within(tree())
    .getAllByRole('treeitem', { name: /^server/ })
    .map(({ textContent }) => textContent);
  expect(states).toEqual([
    'server: task r1running',
    'server: order LW-1notPaid',
    'server: payment of LW-1failed',
    'server: plan p1ending',
  ]);
  chooseActor(/^server: task r1/);
  const picture = screen.getByRole('img', { name: 'taskRecord: running' });
  expect(picture.querySelector('text.last')?.textContent).toContain('task.claimed');
  expect(screen.getByText(/^Only the server moves this chart/)).toBeDefined();
  expect(store.writeRecording()).not.toContain('server: ');
});
