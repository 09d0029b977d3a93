import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { AppError } from '../platform/errors.ts';
import { createPreviewLimits } from '../platform/http/admission.ts';

let time = 0;
const start = () => {
  time = 0;
  const requestQueues = { leave() {} } as unknown as Parameters<typeof createPreviewLimits>[0];
  const limitPreview = createPreviewLimits(requestQueues, {
    perMinute: 15_000,
    shared: null,
    now: () => time,
  });
  return (ip: string) => limitPreview({ ip, raw: {} } as FastifyRequest);
};

/** Makes a preview that occupies the engine for `ms` milliseconds. */
const previewFor = async (enter: ReturnType<typeof start>, ip: string, ms: number) => {
  const one = await enter(ip);
  time += 5000;
  one.begin();
  time += ms;
  await one.end();
};

it('limits the engine time of one address to a quarter, independently of other addresses', async () => {
  const enter = start();
  for (let count = 0; count < 2; count += 1) await previewFor(enter, '10.0.0.1', 10_000);
  await expect(enter('10.0.0.1')).rejects.toThrow(AppError);
  await previewFor(enter, '10.0.0.2', 1000);
  time += 120_000;
  await previewFor(enter, '10.0.0.1', 1000);
});

it('does not count the time of waiting previews', async () => {
  const enter = start();
  for (let count = 0; count < 20; count += 1) {
    const one = await enter('10.0.0.1');
    time += 10_000;
    await one.end();
  }
  await previewFor(enter, '10.0.0.1', 1000);
});
