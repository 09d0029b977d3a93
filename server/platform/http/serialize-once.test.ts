import { expect, test } from 'vitest';
import { z } from 'zod';
import { envelope } from '../../../contract/envelope.ts';
import { serializeOnce } from './serialize-once.ts';

const serialize = serializeOnce({
  schema: envelope(z.object({ n: z.number() })),
  method: 'GET',
  url: '/',
});
const answerOf = (obj: object) => ({ success: '1', msg: '', obj });
const textOf = (n: number) => JSON.stringify(answerOf({ n }));

test('a mutable answer is serialised each time', () => {
  const obj = { n: 1 };
  expect(serialize(answerOf(obj))).toBe(textOf(1));
  obj.n = 2;
  expect(serialize(answerOf(obj))).toBe(textOf(2));
});

test('a frozen answer is serialised once, and never confused with another', () => {
  let reads = 0;
  const shared = Object.freeze({
    get n() {
      reads += 1;
      return 1;
    },
  });
  expect(serialize(answerOf(shared))).toBe(textOf(1));
  const readsOfFirst = reads;
  expect(serialize(answerOf(shared))).toBe(textOf(1));
  expect(reads).toBe(readsOfFirst);
  expect(serialize(answerOf(Object.freeze({ n: 1 })))).toBe(textOf(1));
  expect(serialize(answerOf(Object.freeze({ n: 3 })))).toBe(textOf(3));
});

test('an answer that does not match its schema is refused, frozen or not', () => {
  for (const obj of [{ n: 'one' }, Object.freeze({ n: 'one' })]) {
    expect(() => serialize(answerOf(obj))).toThrow();
    expect(() => serialize(answerOf(obj))).toThrow();
  }
});
