import { expect, it } from 'vitest';
import { queueGzipBytes } from './queue-size.ts';

it('stays as small as it is', async () => {
  const { alone, beside } = await queueGzipBytes();
  expect(beside).toBeLessThan(alone);
  expect(beside).toBeLessThanOrEqual(7100);
});
