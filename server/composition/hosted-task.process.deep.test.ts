import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../tools/testing/eventually.ts';
import { startFakeReplicate } from '../engine/hosted/fake-replicate.fixture.ts';
import {
  hostedCode,
  hostedDescription,
  hostedEnvironment,
  inverted,
} from '../engine/hosted/hosted-server.fixture.ts';
import {
  directory,
  end,
  finished,
  runProduct,
  started,
  startTask,
  usedBy,
} from './process-tests.fixture.ts';

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'after %s between the creation and the end of a prediction, the next server continues it, and it is paid once',
  async (signal) => {
    const fake = await startFakeReplicate();
    try {
      const models = join(directory, 'models');
      await mkdir(models);
      await writeFile(join(models, 'recolour.json'), JSON.stringify(hostedDescription));
      const environment = { ...hostedEnvironment(fake, models), STOP_GRACE_SECONDS: '0' };
      fake.behave(inverted);
      fake.steps(...Array.from({ length: 2000 }, () => ({ status: 'processing' as const })));
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
