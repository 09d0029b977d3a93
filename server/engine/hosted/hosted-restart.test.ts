import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../tools/testing/eventually.ts';
import { reaches, startWith } from '../../tasks/records.fixture.ts';
import { photo } from '../../testing/visitor.fixture.ts';
import { type FakeReplicate, startFakeReplicate } from './fake-replicate.fixture.ts';
import {
  hostedCode,
  inverted,
  localCode,
  startHostedServer,
  usedBy,
} from './hosted-server.fixture.ts';

let fake: FakeReplicate;
beforeAll(async () => {
  fake = await startFakeReplicate();
});
afterAll(() => fake.close());
beforeEach(() => fake.reset());

const endless = Array.from({ length: 500 }, () => ({ status: 'processing' as const }));

test('a wrong token fails the task without a charge, and the log does not contain it', async () => {
  const token = 'r8_a_wrong_token';
  const server = await startHostedServer(fake, { token });
  const visitor = server.visitor();
  const { id } = await startWith(visitor, await photo(), { code: hostedCode });
  expect(await reaches(visitor, id, 4)).toMatchObject({ reason: 'engine_failed' });
  expect(await usedBy(visitor)).toBe(0);
  expect(JSON.stringify(server.logged)).toContain('with 401');
  expect(JSON.stringify(server.logged)).not.toContain(token);
  await server.stop();
});

test('a worker that runs only other functions leaves the tasks of a provider in the queue', async () => {
  const first = await startHostedServer(fake, { env: { WORKER_FUNCTIONS: localCode } });
  const visitor = first.visitor();
  const { id } = await startWith(visitor, await photo(), { code: hostedCode });
  const { id: local } = await startWith(visitor, await photo(), { code: localCode });
  await reaches(visitor, local, 2);
  expect(fake.predictions).toHaveLength(0);
  const second = await startHostedServer(fake, {
    env: { WORKER_FUNCTIONS: hostedCode },
    beside: first,
  });
  await second.sweep();
  await reaches(visitor, id, 2);
  expect(await usedBy(visitor)).toBe(4);
  await second.stop();
  await first.stop();
});

test('a task that a stopping server hands back continues its prediction, which is paid once', async () => {
  const local = { WORKER_FUNCTIONS: localCode };
  const staying = await startHostedServer(fake, { env: local });
  const first = await startHostedServer(fake, { beside: staying });
  fake.steps(...endless);
  fake.behave(inverted);
  const visitor = staying.visitor();
  const { id } = await startWith(visitor, await photo(), { code: hostedCode });
  await first.sweep();
  await eventually(() => expect(fake.predictions[0]?.status).toBe('processing'));
  await first.stop();
  expect(fake.predictions[0]?.status).toBe('processing');
  expect(fake.files.size).toBe(1);

  fake.steps();
  const second = await startHostedServer(fake, { beside: staying });
  await second.sweep();
  const record = await reaches(visitor, id, 2);
  expect(record.credits.charged).toBe(3);
  expect(fake.predictions).toHaveLength(1);
  await eventually(() => expect(fake.files.size).toBe(0));
  await second.stop();
  await staying.stop();
});
