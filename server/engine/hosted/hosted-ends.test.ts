import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../tools/testing/eventually.ts';
import { reaches, recordsPath, startWith } from '../../tasks/records.fixture.ts';
import { photo } from '../../testing/visitor.fixture.ts';
import { childrenOf } from '../testing/processes.ts';
import { endless, type FakeReplicate, startFakeReplicate } from './fake-replicate.fixture.ts';
import { hostedCode, startHostedServer, usedBy } from './hosted-server.fixture.ts';

/* Tests that no prediction goes on after the end of its task. */

let fake: FakeReplicate;
let server: Awaited<ReturnType<typeof startHostedServer>>;
beforeAll(async () => {
  fake = await startFakeReplicate();
  server = await startHostedServer(fake);
});
afterAll(async () => {
  await server.stop();
  await fake.close();
});
beforeEach(() => {
  fake.reset();
  fake.steps(...endless);
});

const creation = /^POST \/v1\/predictions$/;
const predictions = () => fake.predictions.map(({ status }) => status);

/** Starts a task, and resolves when the provider has created its prediction. */
async function begin() {
  const visitor = server.visitor();
  const { id } = await startWith(visitor, await photo(), { code: hostedCode });
  await eventually(() => expect(predictions()).toHaveLength(1));
  const cancel = () => visitor.call('POST', `${recordsPath}/cancel/${id}`, {});
  return { visitor, id, cancel };
}

async function onlyOneWasCreatedAndCancelled() {
  await eventually(() => expect(predictions()).toEqual(['canceled']));
  await eventually(() => expect(fake.files.size).toBe(0));
}

test.each(['given', 'lost'] as const)(
  'a visitor who cancels before the answer to the creation ends the prediction if the answer is %s',
  async (answer) => {
    const release = fake.hold(creation);
    const { visitor, cancel } = await begin();
    await cancel();
    release(answer);
    await onlyOneWasCreatedAndCancelled();
    expect(await usedBy(visitor)).toBe(0);
  },
);

test('a cancellation that the provider does not carry out is repeated', async () => {
  fake.trouble(503, /cancel$/, 3);
  const { cancel } = await begin();
  await cancel();
  await onlyOneWasCreatedAndCancelled();
});

/** Kills the processes of running jobs. */
function killJobs() {
  for (const child of childrenOf(process.pid)) {
    const command = readFileSync(`/proc/${child}/cmdline`, 'utf8');
    if (command.includes('job.child')) process.kill(child, 'SIGKILL');
  }
}

test.each(['before', 'after'])(
  'the death of the process of a job %s the answer to the creation ends the prediction',
  async (time) => {
    const release = fake.hold(time === 'before' ? creation : /^never$/);
    const { visitor, id } = await begin();
    if (time === 'after') await eventually(() => expect(predictions()).toEqual(['processing']));
    killJobs();
    expect(await reaches(visitor, id, 4)).toMatchObject({ reason: 'engine_failed' });
    release('given');
    await onlyOneWasCreatedAndCancelled();
    expect(await usedBy(visitor)).toBe(0);
  },
);
