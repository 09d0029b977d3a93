import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import type { QueueNews } from '../../../machines/ports/event-queue.port.ts';
import { createEventQueue } from './create-event-queue.ts';
import type { EventRow } from './event-rows.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const signal = new AbortController().signal;

function openTab() {
  const sent: string[][] = [];
  const news: QueueNews[] = [];
  const queue = createEventQueue({
    send: async (rows: readonly EventRow[]) => {
      sent.push(rows.map(({ json }) => JSON.parse(json).n));
      return { kind: 'accepted', retryAfterMs: null, draw: 0, at: 0 };
    },
    locks: undefined,
    channel: { postMessage: () => {}, onmessage: null },
    now: () => 0,
  });
  queue.watchQueue(undefined, (one) => news.push(one));
  const take = (most = 200, leaving = false) => queue.takeBatch({ most, leaving }, signal);
  return { news, queue, sent, take };
}

it('sends events in the order in which they came, and forgets them when they are settled', async () => {
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

it('finds the events and attempts of a killed page, and keeps later ones out of their batch', async () => {
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

it('takes what fits when the page is left', async () => {
  const { queue, take } = openTab();
  const text = 'x'.repeat(1000);
  await Promise.all(Array.from({ length: 100 }, (_, n) => queue.enqueue({ n, text })));
  const batch = await take(200, true);
  expect(batch?.count).toBeGreaterThan(30);
  expect(batch?.count).toBeLessThan(41);
});

it('takes nothing after opting out, and says why', async () => {
  const { news, queue, take } = openTab();
  await queue.enqueue({ n: 1 });
  await queue.emptyQueue(undefined, signal);
  expect(await queue.enqueue({ n: 2 })).toBe(false);
  expect(await take()).toBeNull();
  expect(news).toContainEqual({ type: 'events.refused', count: 1, reason: 'optedOut' });
});

it('goes on in memory where the browser refuses storage, and says so', async () => {
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

it('stops a flood', async () => {
  const { queue } = openTab();
  const answers = await Promise.all(Array.from({ length: 2500 }, (_, n) => queue.enqueue({ n })));
  expect(answers.filter((kept) => kept)).toHaveLength(2000);
});
