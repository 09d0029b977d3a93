import { expect, it } from 'vitest';
import { queueGzipBytes } from './queue-size.ts';

it('stays as small as it is', async () => {
  const { queue, withSender, withIdb } = await queueGzipBytes();
  expect([queue < withSender, withSender < withIdb]).toEqual([true, true]);
  expect(queue).toBeLessThanOrEqual(6100);
  expect(withIdb).toBeLessThanOrEqual(8300);
});
