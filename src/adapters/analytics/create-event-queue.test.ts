import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LeadNews, QueueNews } from '../../../machines/ports/event-queue.port.ts';
import { createEventQueue } from './create-event-queue.ts';
import { createDeviceRows, type EventRow, type EventRows } from './event-rows.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  isOut = false;
  tabs.length = 0;
});

const signal = new AbortController().signal;

type Channel = { postMessage: (word: unknown) => void; onmessage: unknown };
let isOut = false;
const tabs: Channel[] = [];

/** Simulates a BroadcastChannel: delivers each message to every other tab. */
function openChannel(): Channel {
  const channel: Channel = {
    postMessage: (data) => {
      for (const tab of tabs) {
        if (tab !== channel) (tab.onmessage as (event: object) => void)({ data });
      }
    },
    onmessage: null,
  };
  tabs.push(channel);
  return channel;
}

type Changes = Partial<Parameters<typeof createEventQueue>[0]>;

function openTab(changes: Changes = {}) {
  const sent: string[][] = [];
  const news: QueueNews[] = [];
  const lead: LeadNews['type'][] = [];
  const queue = createEventQueue({
    send: async (rows: readonly EventRow[]) => {
      sent.push(rows.map(({ json }) => JSON.parse(json).n));
      return { kind: 'accepted', retryAfterMs: null, draw: 0, at: 0 };
    },
    locks: undefined,
    channel: openChannel(),
    now: () => 0,
    mark: {
      read: () => isOut,
      write: (is) => {
        isOut = is;
      },
    },
    ...changes,
  });
  queue.watchQueue(undefined, (one) => news.push(one));
  const stop = queue.holdLead(undefined, ({ type }) => lead.push(type));
  const take = (most = 200, leaving = false) => queue.takeBatch({ most, leaving }, signal);
  return { lead, news, queue, sent, stop, take };
}

/** Simulates a device whose storage fails when the test says so. */
function unreliableDevice() {
  const device = createDeviceRows();
  let broken: readonly string[] = [];
  const guarded = <Name extends keyof EventRows>(name: Name) =>
    ((...given: never[]) =>
      broken.includes(name)
        ? Promise.reject(new Error('the disk is full'))
        : (device[name] as (...all: never[]) => unknown)(...given)) as EventRows[Name];
  return {
    device: {
      add: guarded('add'),
      count: guarded('count'),
      take: guarded('take'),
      settle: guarded('settle'),
      clear: guarded('clear'),
    },
    break: (...names: (keyof EventRows)[]) => {
      broken = names;
    },
  };
}

it('sends events in order, and removes them when they are settled', async () => {
  const { queue, sent, take } = openTab();
  await Promise.all([1, 2, 3].map((n) => queue.enqueue({ n })));
  await queue.enqueue({ n: 4 });
  const batch = await take(3);
  expect(batch).toMatchObject({ count: 3, attempts: 1 });
  if (!batch) throw new Error('nothing was taken');
  await queue.sendBatch({ batch }, signal);
  expect(sent).toEqual([[1, 2, 3]]);
  const settled = await queue.settleBatch({ batch, removed: 'all', attempts: 1 }, signal);
  expect(settled).toEqual({ queued: 1 });
  expect(await take()).toMatchObject({ count: 1, attempts: 1 });
});

it('finds the events and attempts of a killed page, and keeps later ones out of their batch (R79)', async () => {
  const before = openTab();
  await Promise.all([before.queue.enqueue({ n: 1 }), before.queue.enqueue({ n: 2 })]);
  await before.take();
  const after = openTab();
  await after.queue.enqueue({ n: 3 });
  expect(await after.take()).toMatchObject({ count: 2, attempts: 2 });
});

it('keeps the attempts of both halves of a batch', async () => {
  const { queue, take } = openTab();
  await Promise.all([1, 2, 3, 4].map((n) => queue.enqueue({ n })));
  const whole = await take();
  if (!whole) throw new Error('nothing was taken');
  await queue.settleBatch({ batch: whole, removed: [], attempts: 5 }, signal);
  const half = await take(2);
  if (!half) throw new Error('nothing was taken');
  expect(half).toMatchObject({ count: 2, attempts: 6 });
  await queue.settleBatch({ batch: half, removed: 'all', attempts: 5 }, signal);
  expect(await take()).toMatchObject({ count: 2, attempts: 6 });
});

it('sends only as many events as a closing page can deliver', async () => {
  const { queue, take } = openTab();
  // each character takes three bytes in UTF-8
  const text = '日'.repeat(500);
  await Promise.all(Array.from({ length: 100 }, (_, n) => queue.enqueue({ n, text })));
  const batch = await take(200, true);
  expect(batch?.count).toBe(38);
});

it('continues in memory if the browser refuses storage, and reports it', async () => {
  globalThis.indexedDB = {
    open: () => {
      throw new Error('refused');
    },
  } as unknown as IDBFactory;
  const { news, queue, take } = openTab();
  expect(await queue.enqueue({ n: 1 })).toBe(true);
  expect(await take()).toMatchObject({ count: 1 });
  expect(news).toContainEqual({ type: 'storage.refused' });
});

describe('opting out', () => {
  it('rejects if the device did not delete the events, and deletes them the next time', async () => {
    const { device, break: breakDevice } = unreliableDevice();
    const { queue } = openTab({ device });
    await queue.enqueue({ n: 1 });
    breakDevice('clear');
    await expect(queue.emptyQueue(undefined, signal)).rejects.toThrow('full');
    breakDevice();
    await queue.emptyQueue(undefined, signal);
    expect(await device.count()).toBe(0);
  });

  it('is remembered by later pages, and its remaining events are never sent', async () => {
    const { device, break: breakDevice } = unreliableDevice();
    const { queue } = openTab({ device });
    await queue.enqueue({ n: 1 });
    breakDevice('clear');
    await queue.emptyQueue(undefined, signal).catch(() => {});
    const later = openTab({ device });
    expect(later.news).toContainEqual({ type: 'queue.optedOut' });
    await later.queue.openQueue(undefined, signal);
    expect(await later.take()).toBeNull();
    expect(await later.queue.enqueue({ n: 3 })).toBe(true);
    expect(await later.take()).toMatchObject({ count: 1 });
    breakDevice();
    await later.queue.enqueue({ n: 4 });
    expect(await device.count()).toBeLessThan(3);
  });

  it('is reported to the other tabs immediately, and not reported back', async () => {
    const here = openTab();
    const there = openTab();
    await here.queue.emptyQueue(undefined, signal);
    expect(there.news).toContainEqual({ type: 'queue.optedOut' });
    await there.queue.emptyQueue(undefined, signal);
    expect(here.news).not.toContainEqual({ type: 'queue.optedOut' });
    await here.queue.openQueue(undefined, signal);
    expect(there.news).toContainEqual({ type: 'queue.optedIn' });
  });
});

describe('storage that fails', () => {
  it('keeps an event even if counting it failed', async () => {
    const { device, break: breakDevice } = unreliableDevice();
    const { queue } = openTab({ device });
    breakDevice('count');
    expect(await queue.enqueue({ n: 1 })).toBe(true);
  });

  it('is tried again after a failed write, and receives the events from memory in order', async () => {
    let now = 0;
    const { device, break: breakDevice } = unreliableDevice();
    const { lead, news, queue, sent, take } = openTab({ device, now: () => now });
    await queue.enqueue({ n: 1 });
    breakDevice('add');
    expect(await queue.enqueue({ n: 2 })).toBe(true);
    expect(news.at(-1)).toMatchObject({ type: 'queue.counted', queued: 2 });
    breakDevice();
    now = 6000;
    await queue.enqueue({ n: 3 });
    const kinds = news.map(({ type }) => type).filter((type) => type.startsWith('storage'));
    expect(kinds).toEqual(['storage.kept', 'storage.refused', 'storage.kept']);
    expect(await device.count()).toBe(3);
    const batch = await take();
    if (!batch) throw new Error('nothing was taken');
    await queue.sendBatch({ batch }, signal);
    expect([sent, lead]).toEqual([[[1, 2, 3]], ['lead.gained']]);
  });

  it('sends events from memory after those on the device', async () => {
    const { device, break: breakDevice } = unreliableDevice();
    const { queue, sent, take } = openTab({ device });
    await queue.enqueue({ n: 1 });
    breakDevice('add');
    await queue.enqueue({ n: 2 });
    for (const _ of [1, 2]) {
      const batch = await take();
      if (!batch) throw new Error('nothing was taken');
      await queue.sendBatch({ batch }, signal);
      await queue.settleBatch({ batch, removed: 'all', attempts: 1 }, signal);
    }
    expect(sent).toEqual([[1], [2]]);
  });

  it('does not hold up events for longer than five seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    globalThis.indexedDB = { open: () => new EventTarget() } as unknown as IDBFactory;
    const { news, queue, take } = openTab();
    const kept = queue.enqueue({ n: 1 });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await kept).toBe(true);
    expect(news).toContainEqual({ type: 'storage.refused' });
    const taken = take();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await taken).toMatchObject({ count: 1 });
    vi.useRealTimers();
  });
});

it('counts events that other tabs write and send', async () => {
  const here = openTab();
  const there = openTab();
  await Promise.all([1, 2, 3].map((n) => there.queue.enqueue({ n })));
  expect(here.news.at(-1)).toEqual({ type: 'queue.counted', queued: 3 });
  const batch = await here.take(2);
  if (!batch) throw new Error('nothing was taken');
  await here.queue.settleBatch({ batch, removed: 'all', attempts: 1 }, signal);
  expect(there.news.at(-1)).toEqual({ type: 'queue.counted', queued: 1 });
});

it.each([
  ['back by ten years', -10],
  ['forward by ten years', 10],
])('continues when the clock jumps %s, in the order of the events', async (_, years) => {
  let time = Date.UTC(2030);
  const { queue, sent, take } = openTab({ now: () => time });
  for (const n of [0, 1]) expect(await queue.enqueue({ n })).toBe(true);
  time += years * 365 * 86_400_000;
  const numbers = Array.from({ length: 150 }, (_event, index) => index + 2);
  const answers = await Promise.all(numbers.map((n) => queue.enqueue({ n })));
  expect(answers.every((kept) => kept)).toBe(true);
  const batch = await take();
  if (batch) await queue.sendBatch({ batch }, signal);
  expect(sent).toEqual([[0, 1, ...numbers]]);
});

it('stops a flood', async () => {
  const { queue } = openTab();
  const answers = await Promise.all(Array.from({ length: 2500 }, (_, n) => queue.enqueue({ n })));
  expect(answers.filter((kept) => kept)).toHaveLength(2000);
});
