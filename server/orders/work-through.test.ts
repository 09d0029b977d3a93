import { describe, expect, test } from 'vitest';
import { workThrough } from './work-through.ts';

/**
 * Works through ten items. Each failing item takes this many seconds. Returns the items that were
 * tried.
 */
async function failing(seconds: number, isFailing = (_item: number) => true) {
  let time = 0;
  const done: number[] = [];
  const errors: unknown[] = [];
  const act = async (item: number) => {
    time += seconds * 1000;
    done.push(item);
    if (isFailing(item)) throw new Error(`${item}`);
  };
  const items = Array.from({ length: 10 }, (_, n) => n);
  await workThrough(items, act, { onError: (error) => errors.push(error), clock: () => time });
  return { done: done.length, errors: errors.length };
}

describe('due work', () => {
  test('is all tried if it fails at once', async () => {
    expect(await failing(0.01)).toEqual({ done: 10, errors: 10 });
  });

  test('waits for the next minute if failures are slow', async () => {
    expect(await failing(20)).toEqual({ done: 3, errors: 3 });
  });

  test('may take long if it succeeds', async () => {
    expect(await failing(20, (item) => item === 4)).toEqual({ done: 10, errors: 1 });
  });
});
