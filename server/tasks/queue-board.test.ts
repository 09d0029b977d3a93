import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryBus } from '../platform/bus/memory-bus.ts';
import type { Database } from '../platform/database/database.ts';
import { createQueueBoard } from './queue-board.ts';
import { bumpQueued, queuePosition, queuePositions } from './task-queue.store.ts';
import type { Task } from './tasks.store.ts';

/*
 * Tests when queue positions are read and when waiting requests are woken. `fair-queue.test.ts`
 * tests the order of the queue.
 */

vi.mock('./task-queue.store.ts');

/** queue positions of the waiting tasks */
let places: Map<string, number>;
let board: ReturnType<typeof createQueueBoard>;
let woken: string[];
const onError = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  places = new Map();
  vi.mocked(queuePosition).mockImplementation(async (_db, id) => places.get(id));
  vi.mocked(queuePositions).mockImplementation(async () => new Map(places));
  woken = [];
  board = createBoard();
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

function createBoard(pollMs = Number.POSITIVE_INFINITY) {
  const bus = { ...createMemoryBus(onError), pollMs };
  const wake = (id: string) => void woken.push(id);
  return createQueueBoard({ db: {} as Database, bus, signals: { wake }, onError });
}

const look = (id: string, revision = 1000) => board.positionOf({ id, revision } as Task);

/** Moves the queue and waits until the board has read it. */
async function move() {
  board.moved();
  await vi.advanceTimersByTimeAsync(200);
}

test('a position is read once for any number of requests, until the queue moves', async () => {
  places.set('a', 2);
  for (let n = 0; n < 3; n += 1) expect(await look('a')).toBe(2);
  expect(queuePosition).toHaveBeenCalledTimes(1);
  places.set('a', 1);
  await move();
  expect(await look('a')).toBe(1);
  expect(queuePosition).toHaveBeenCalledTimes(1);
});

test('a request after an unread move gets the current position', async () => {
  places.set('a', 2);
  board.moved();
  await look('a');
  await board.close();
  places.set('a', 1);
  board.moved();
  expect(await look('a')).toBe(1);
});

test('wakes only tasks whose position has changed', async () => {
  places = new Map([
    ['a', 1],
    ['b', 2],
  ]);
  for (const id of ['a', 'b']) await look(id);
  expect(woken).toEqual([]);
  places.set('b', 3);
  await move();
  expect(woken).toEqual(['b']);
  expect(await look('a')).toBe(1);
  await move();
  expect(woken).toEqual(['b']);
});

test('reads nothing without requests, nor for tasks that no longer wait', async () => {
  await move();
  expect(queuePositions).not.toHaveBeenCalled();
  places.set('a', 1);
  await look('a');
  places.clear();
  await move();
  expect(woken).toEqual([]);
  expect(await look('a')).toBeNull();
  await move();
  expect(queuePositions).toHaveBeenCalledTimes(1);
});

test('reads the first move at once, and the next moves together 200 ms later', async () => {
  places.set('a', 5);
  await look('a');
  board.moved();
  await vi.advanceTimersByTimeAsync(0);
  expect(queuePositions).toHaveBeenCalledTimes(1);
  for (let n = 0; n < 10; n += 1) board.moved();
  await vi.advanceTimersByTimeAsync(199);
  expect(queuePositions).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(queuePositions).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(queuePositions).toHaveBeenCalledTimes(2);
});

/**
 * Puts a task at this position and moves the queue. Each later read of positions takes this long.
 */
async function moveSlowly(ms: number, place: number) {
  vi.mocked(queuePositions).mockImplementation(async () => {
    const found = new Map(places);
    await new Promise((resolve) => setTimeout(resolve, ms));
    return found;
  });
  places.set('a', place);
  await look('a');
  board.moved();
}

test('reads a slow database for at most a twentieth of the time', async () => {
  await moveSlowly(100, 5);
  await vi.advanceTimersByTimeAsync(100);
  board.moved();
  await vi.advanceTimersByTimeAsync(1999);
  expect(queuePositions).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(queuePositions).toHaveBeenCalledTimes(2);
});

test('reads again when the queue has moved while it was read', async () => {
  await moveSlowly(10, 3);
  await vi.advanceTimersByTimeAsync(5);
  places.set('a', 2);
  board.moved();
  await vi.advanceTimersByTimeAsync(5);
  expect(woken).toEqual([]);
  await vi.advanceTimersByTimeAsync(210);
  expect(woken).toEqual(['a']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(queuePositions).toHaveBeenCalledTimes(2);
});

test('reports a failed read, and reads the next move', async () => {
  places.set('a', 2);
  await look('a');
  const failure = new Error('the database failed');
  vi.mocked(queuePositions).mockRejectedValueOnce(failure);
  await move();
  expect(onError).toHaveBeenCalledExactlyOnceWith(failure);
  places.set('a', 1);
  await move();
  expect(woken).toEqual(['a']);
});

test('a task that moves forward is not written', async () => {
  places.set('a', 3);
  await look('a');
  places.set('a', 1);
  await move();
  expect(woken).toEqual(['a']);
  expect(bumpQueued).not.toHaveBeenCalled();
});

test('a task that falls back gets a new revision before its requests are woken', async () => {
  places = new Map([
    ['back', 1],
    ['forth', 9],
  ]);
  await look('back');
  await look('back', 2000);
  await look('forth');
  vi.mocked(bumpQueued).mockImplementation(async () => expect(woken).toEqual([]));
  places = new Map([
    ['back', 2],
    ['forth', 8],
  ]);
  await move();
  expect(bumpQueued).toHaveBeenCalledExactlyOnceWith(expect.anything(), [
    { id: 'back', revision: 2000 },
  ]);
  expect(woken).toEqual(['back', 'forth']);
});

test('reads a position again after a while if messages of other processes can be lost', async () => {
  board = createBoard(5000);
  places.set('a', 2);
  await look('a');
  places.set('a', 1);
  await vi.advanceTimersByTimeAsync(4999);
  expect(await look('a')).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await look('a')).toBe(1);
  expect(woken).toEqual(['a']);
});

test('starts no read after closing, and waits for a read under way', async () => {
  await moveSlowly(10, 2);
  await vi.advanceTimersByTimeAsync(5);
  const closed = vi.fn();
  board.close().then(closed);
  await vi.advanceTimersByTimeAsync(4);
  expect(closed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(closed).toHaveBeenCalled();
  board.moved();
  expect(vi.getTimerCount()).toBe(0);
});

test('a pending move is not read after closing', async () => {
  places.set('a', 2);
  await look('a');
  board.moved();
  await board.close();
  expect(vi.getTimerCount()).toBe(0);
});
