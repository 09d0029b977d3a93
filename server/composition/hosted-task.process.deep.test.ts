import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../tools/testing/eventually.ts';
import {
  endless,
  type FakeReplicate,
  startFakeReplicate,
} from '../engine/hosted/fake-replicate.fixture.ts';
import {
  hostedCode,
  hostedDescription,
  hostedEnvironment,
  inverted,
} from '../engine/hosted/hosted-server.fixture.ts';
import {
  call,
  directory,
  end,
  finished,
  runProduct,
  started,
  startTask,
  usedBy,
} from './process-tests.fixture.ts';

async function environmentOf(fake: FakeReplicate) {
  const models = join(directory, 'models');
  await mkdir(models);
  await writeFile(join(models, 'recolour.json'), JSON.stringify(hostedDescription));
  return { ...hostedEnvironment(fake, models), STOP_GRACE_SECONDS: '0' };
}

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'after %s between the creation and the end of a prediction, the next server continues it, and it is paid once',
  async (signal) => {
    const fake = await startFakeReplicate();
    try {
      const environment = await environmentOf(fake);
      fake.behave(inverted);
      fake.steps(...endless);
      const first = runProduct(environment);
      const { id, cookie } = await startTask(await started(first), { code: hostedCode });
      await eventually(() => expect(fake.predictions[0]?.status).toBe('processing'));
      await end(first, signal);
      expect(fake.predictions[0]?.status).toBe('processing');

      fake.steps();
      const address = await started(runProduct(environment));
      const record = await finished(address, id, cookie);
      expect(record.credits.charged).toBe(3);
      expect(await usedBy(address, cookie)).toBe(3);
      expect(fake.predictions).toHaveLength(1);
      await eventually(() => expect(fake.files.size).toBe(0));
    } finally {
      await fake.close();
    }
  },
);

test.each(['before', 'after'])(
  'after SIGKILL %s the answer to the creation, a cancel that comes before the next attempt ends the prediction',
  async (time) => {
    const fake = await startFakeReplicate();
    try {
      const environment = await environmentOf(fake);
      fake.steps(...endless);
      const release = fake.hold(time === 'before' ? /^POST \/v1\/predictions$/ : /^never$/);
      const first = runProduct(environment);
      const { id, cookie } = await startTask(await started(first), { code: hostedCode });
      const status = time === 'before' ? 'starting' : 'processing';
      await eventually(() => expect(fake.predictions[0]?.status).toBe(status));
      await end(first, 'SIGKILL');
      release('lost');

      const other = runProduct({ ...environment, WORKER_FUNCTIONS: 'upscale-2x-fast' });
      const path = `/v1/ai-function-record/cancel/${id}`;
      await call(await started(other), path, { method: 'POST', body: '{}', cookie });
      await end(other, 'SIGTERM');
      expect(fake.predictions[0]?.status).toBe(status);
      // A server sweeps when it starts, and then every minute.
      await started(runProduct(environment));
      await eventually(() =>
        expect(fake.predictions.map((one) => one.status)).toEqual(['canceled']),
      );
      await eventually(() => expect(fake.files.size).toBe(0));
    } finally {
      await fake.close();
    }
  },
);
