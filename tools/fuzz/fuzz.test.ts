import { expect, test } from 'vitest';
import { fuzz } from './run-fuzz.ts';

test('every request is answered, as the contract says (short part of npm run test:fuzz)', async () => {
  const { examples, ...counted } = await fuzz({ runs: 600, seed: 20_261_121 });
  expect(examples).toEqual([]);
  expect(counted).toEqual({ requests: 600, serverErrors: 0, undocumented: 0, hangs: 0 });
});
