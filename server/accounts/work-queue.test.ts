import { expect, test } from 'vitest';
import { createWorkQueue } from './work-queue.ts';

/** Creates work items that the test ends. They are listed in the order in which they began. */
function createWork() {
  const begun: { end: () => void; fail: () => void }[] = [];
  let most = 0;
  let now = 0;
  return {
    begun,
    most: () => most,
    async work() {
      now += 1;
      most = Math.max(most, now);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      begun.push({ end: resolve, fail: () => reject(new Error('the work failed')) });
      try {
        await promise;
      } finally {
        now -= 1;
      }
      return 'done';
    },
  };
}

/** Resolves when all work that can begin has begun. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const tooMany = { code: 'rate_limited' };

test('limits running and waiting work, and refuses the next', async () => {
  const { begun, most, work } = createWork();
  const inLine = createWorkQueue({ atOnce: 2, maxWaiting: 1 });
  const answers = [inLine(work), inLine(work), inLine(work)];
  await expect(inLine(work)).rejects.toMatchObject(tooMany);
  await settled();
  expect(begun).toHaveLength(2);

  begun[0]?.end();
  await settled();
  expect(begun).toHaveLength(3);
  for (const { end } of begun) end();
  expect(await Promise.all(answers)).toEqual(['done', 'done', 'done']);
  expect(most()).toBe(2);
});

test('capacity is unchanged after any number of work items', async () => {
  const { begun, most, work } = createWork();
  const inLine = createWorkQueue({ atOnce: 1, maxWaiting: 1 });
  for (let n = 0; n < 5; n += 1) {
    const answer = inLine(work);
    await settled();
    begun.at(-1)?.end();
    await answer;
  }
  const answers = [inLine(work), inLine(work)];
  await expect(inLine(work)).rejects.toMatchObject(tooMany);
  await settled();
  begun.at(-1)?.end();
  await settled();
  begun.at(-1)?.end();
  await Promise.all(answers);
  expect(most()).toBe(1);
});

test('failed work frees its slot, too', async () => {
  const { begun, work } = createWork();
  const inLine = createWorkQueue({ atOnce: 1, maxWaiting: 1 });
  const answers = [inLine(work), inLine(work)];
  await settled();
  begun[0]?.fail();
  await expect(answers[0]).rejects.toThrow('the work failed');
  await settled();
  begun[1]?.end();
  expect(await answers[1]).toBe('done');
});
