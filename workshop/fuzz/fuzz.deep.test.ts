import { expect, test } from 'vitest';
import { withOdd } from './from-schema.ts';
import { fuzz } from './run-fuzz.ts';

test('every request gets an answer of the contract (short part of npm run fuzz -w workshop/fuzz)', async () => {
  const { examples, ...counted } = await fuzz({ runs: 600, seed: 20_261_121 });
  expect(examples).toEqual([]);
  expect(counted).toEqual({ requests: 600, serverErrors: 0, undocumented: 0, hangs: 0 });
});

test('a property value that cannot become a string is generated like any other', () => {
  const strange = { toString: 1 };
  expect(withOdd({ a: 1 }, strange, 0, 3)).toEqual({ a: 1, '{"toString":1}': strange });
});
