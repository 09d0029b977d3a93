import { expect, test } from 'vitest';
import { createStartsUnderWay } from './starts-under-way.ts';

test('waits for every start of one key, and for no other', async () => {
  const { track, settled } = createStartsUnderWay();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done: string[] = [];
  const tracked = [track(null, 'key', first.promise), track(null, 'key', second.promise)];
  const waiting = settled(null, 'key').then(() => done.push('both'));
  await settled(null, 'other');
  second.resolve();
  await tracked[1];
  await settled(null, 'other');
  expect(done).toEqual([]);
  first.reject(new Error('refused'));
  await expect(tracked[0]).rejects.toThrow('refused');
  await waiting;
  expect(done).toEqual(['both']);
});
