import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../tools/testing/eventually.ts';
import { reaches, recordsPath, startWith } from '../../tasks/records.fixture.ts';
import { photo } from '../../testing/visitor.fixture.ts';
import { endless, type FakeReplicate, startFakeReplicate } from './fake-replicate.fixture.ts';
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

test.each(['before', 'after'])(
  'a task that ends without a worker ends its prediction, if its worker stopped %s the answer to the creation',
  async (time) => {
    const staying = await startHostedServer(fake, { env: { WORKER_FUNCTIONS: localCode } });
    const env = { HOSTED_WORKERS: '3' };
    const first = await startHostedServer(fake, { beside: staying, env });
    fake.steps(...endless);
    const release = fake.hold(time === 'before' ? /^POST \/v1\/predictions$/ : /^never$/);
    const visitors = [staying.visitor(), staying.visitor(), staying.visitor()] as const;
    const ids: string[] = [];
    for (const [n, visitor] of visitors.entries()) {
      ids.push((await startWith(visitor, await photo(), { code: hostedCode })).id);
      await eventually(() => expect(fake.predictions).toHaveLength(n + 1));
    }
    const statuses = () => fake.predictions.map(({ status }) => status);
    const running = Array.from({ length: 3 }, () =>
      time === 'before' ? 'starting' : 'processing',
    );
    await eventually(() => expect(statuses()).toEqual(running));
    await first.stop();
    release('lost');
    expect(statuses()).toEqual(running);

    // The first task is cancelled, the second is deleted, and the third passes its deadline.
    const [cancelling, deleting] = visitors;
    await cancelling.call('POST', `${recordsPath}/cancel/${ids[0]}`, {});
    await deleting.call('DELETE', `${recordsPath}/${ids[1]}`);
    staying.clock.advance(25 * 3_600_000);
    await staying.sweep();
    expect(statuses()).toEqual(['canceled', 'canceled', 'canceled']);
    expect(fake.files.size).toBe(0);
    await staying.stop();
  },
);
