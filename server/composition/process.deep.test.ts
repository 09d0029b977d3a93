import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aiRecord } from '../../contract/records.ts';
import { eventually } from '../../tools/testing/eventually.ts';
import { exitCodes } from '../platform/process/process-guard.ts';
import { claimDataDir } from '../platform/storage/data-dir.ts';
import {
  call,
  directory,
  end,
  finished,
  jobsStarted,
  main,
  outputOf,
  refusal,
  runFixture,
  runNewProduct,
  runProduct,
  runSupervisor,
  runSupervisorInShell,
  started,
  startTask,
  usedBy,
} from './process-tests.fixture.ts';

/* Tests with several processes: crashes, stops, and a second server. */

/** Returns the files in the work folders of all processes. */
const temporaryFiles = () =>
  readdirSync(join(directory, 'work'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.includes('/'),
  );

/**
 * Ends a server while it works on a task.
 * @param hold content of the file that pauses the engine; 'deaf': the engine ignores its stop, too
 */
async function endsInATask(signal: 'SIGKILL' | 'SIGTERM', hold: '' | 'deaf') {
  await writeFile(join(directory, 'hold'), hold);
  const first = runFixture({ LOG_LEVEL: 'error' });
  const output = outputOf(first);
  const address = await started(first, output);
  const { id, cookie } = await startTask(address);
  await eventually(() => expect(jobsStarted()).toHaveLength(1));
  await eventually(() =>
    expect(temporaryFiles()).toContainEqual(expect.stringMatching(/\/library-/)),
  );
  await end(first, signal);
  // The server stopped by itself, so the guard did not have to end the process.
  expect(output.said).not.toContain('did not stop in time');
  await rm(join(directory, 'hold'));
  const orphan = join(directory, 'files', 'uploads', 'nobody.png');
  await writeFile(orphan, '');

  const next = await started(runFixture());
  const record = await finished(next, id, cookie);
  expect(jobsStarted()).toEqual([`${id}-1`, `${id}-2`]);
  expect(record.credits.charged).toBe(4);
  expect(await usedBy(next, cookie)).toBe(4);
  await eventually(() => expect(temporaryFiles()).toEqual([]));
  await eventually(() => expect(existsSync(orphan)).toBe(false));
}

test('a server that is killed in the middle of a task finishes it at its next start and charges once (R71)', async () => {
  await endsInATask('SIGKILL', '');
});

test.each([
  ['is stopped', ''],
  ['is stopped while its engine is deaf', 'deaf'],
] as const)(
  'a server that %s finishes the running task at its next start and charges once',
  (_how, hold) => endsInATask('SIGTERM', hold),
);

test('a task that kills its server three times fails, and nothing is charged', async () => {
  await writeFile(join(directory, 'hold'), '');
  let child = runFixture();
  let address = await started(child);
  const { id, cookie } = await startTask(address);
  for (let crash = 1; crash <= 3; crash += 1) {
    await eventually(() => expect(jobsStarted()).toHaveLength(crash));
    await end(child, 'SIGKILL');
    child = runFixture();
    address = await started(child);
  }
  const answer = await call(address, `/v1/ai-function-record/detail/${id}`, { cookie });
  expect(aiRecord.parse(answer.obj)).toMatchObject({ dealStatus: 4, reason: 'engine_failed' });
  expect(await usedBy(address, cookie)).toBe(0);
});

test('a second server on the same data directory prints one clear sentence and changes nothing', async () => {
  const first = runFixture();
  const address = await started(first);
  const { id, cookie } = await startTask(address);
  await finished(address, id, cookie);
  const lock = statSync(join(directory, 'lock')).mtimeMs;

  const said = await refusal(runProduct());
  expect(said.trim().split('\n')).toHaveLength(1);
  expect(said).toContain(`${directory} is in use by another running server (process ${first.pid})`);
  expect(statSync(join(directory, 'lock')).mtimeMs).toBe(lock);
  await finished(address, id, cookie);

  // The kernel releases the lock when the process ends, even if it was killed.
  await end(first, 'SIGKILL');
  claimDataDir(directory).release();
});

test('the server lists all problems of its configuration at once', async () => {
  const said = await refusal(runNewProduct({ PORT: 'many', RUN_ENV: 'moon' }));
  expect(said).toMatch(/PORT: .*\n {2}RUN_ENV: /);
  expect(readdirSync(directory)).toEqual([]);
});

test('an address that this machine does not have is reported and not tried again', async () => {
  expect(await refusal(runFixture({ HOST: '192.0.2.1' }))).toContain('set HOST');
  expect(await refusal(runFixture({ HOST: 'nowhere.invalid' }))).toContain('set HOST');
});

test('a port in use is reported before any task is changed, every time', async () => {
  await writeFile(join(directory, 'hold'), '');
  const first = runFixture();
  const { id, cookie } = await startTask(await started(first));
  await eventually(() => expect(jobsStarted()).toHaveLength(1));
  await end(first, 'SIGKILL');

  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const said = await refusal(runFixture({ PORT: String(port) }));
    expect(said).toContain('Another program listens there: set PORT.');
  }
  other.close();
  expect(jobsStarted()).toHaveLength(1);
  expect(temporaryFiles()).toEqual([]);

  await rm(join(directory, 'hold'));
  const address = await started(runFixture());
  const record = await finished(address, id, cookie);
  expect(record.dealStatus).toBe(2);
  expect(jobsStarted()).toEqual([`${id}-1`, `${id}-2`]);
});

test.each([
  ['an exception', 'SIGUSR2', 'thrown'],
  ['a rejection', 'SIGHUP', 'rejected'],
] as const)(
  'a server with an unhandled %s logs it, answers waiting requests, hands tasks back and ends',
  async (_what, signal, word) => {
    await writeFile(join(directory, 'hold'), '');
    const first = runFixture({ LOG_LEVEL: 'debug' });
    const output = outputOf(first);
    const address = await started(first, output);
    const { id, cookie } = await startTask(address);
    await eventually(() => expect(jobsStarted()).toHaveLength(1));
    const path = `/v1/ai-function-record/detail/${id}`;
    const { obj } = await call(address, path, { cookie });
    const waiting = call(address, `${path}?since=${aiRecord.parse(obj).revision}&waitMs=20000`, {
      cookie,
    });
    // The log contains the pattern of the route and not the id.
    const logged = '"path":"/v1/ai-function-record/detail/:';
    const arrived = () => output.said.split(logged).length - 1;
    await eventually(() => expect(arrived()).toBe(2));
    first.kill(signal);
    const [code] = await once(first, 'exit');
    expect(code).toBe(exitCodes.crashed);
    expect(output.said).toContain(`${word} without a handler`);
    expect(aiRecord.parse((await waiting).obj).id).toBe(id);

    await rm(join(directory, 'hold'));
    await finished(await started(runFixture()), id, cookie);
  },
);

test('a server ends if its embedded database has died, and the next server continues', async () => {
  const first = runFixture();
  const { id, cookie } = await startTask(await started(first));
  first.kill('SIGALRM');
  expect(await once(first, 'exit')).toEqual([exitCodes.crashed, null]);
  await finished(await started(runFixture()), id, cookie);
});

test('the start command restarts a server that died, reports it, and passes a stop on', async () => {
  const command = runSupervisor();
  const output = outputOf(command);
  const servers = () => [...output.said.matchAll(/^server (\d+)$/gm)].map(([, pid]) => Number(pid));
  await started(command, output);
  process.kill(Number(servers()[0]), 'SIGKILL');
  const again = 'The server died (SIGKILL). It starts again in 0.01 s.';
  await eventually(() => expect(output.said.split(again)).toHaveLength(2));
  const afterwards = { said: '' };
  command.stdout?.on('data', (chunk) => {
    afterwards.said += chunk;
  });
  await call(await started(command, afterwards), '/v1/user');
  expect(servers()).toHaveLength(2);

  command.kill('SIGTERM');
  // A terminal and npm send the same signal. The second signal must not interrupt the stop.
  command.kill('SIGTERM');
  expect(await once(command, 'exit')).toEqual([0, null]);
  expect(servers()).toHaveLength(2);
});

test('a server stops in order when its start command was killed', async () => {
  const command = runSupervisor();
  const output = outputOf(command);
  await started(command, output);
  await end(command, 'SIGKILL');
  await eventually(() => claimDataDir(directory).release());
});

test('the start command stops in order when only its npm was ended', async () => {
  const npm = runSupervisorInShell({ npm_lifecycle_event: 'start' });
  await started(npm);
  await end(npm, 'SIGTERM');
  await eventually(() => claimDataDir(directory).release());
});

test('the start command does not try again if the server refuses to start', async () => {
  const command = runSupervisor({ PORT: 'many' }, main);
  const output = outputOf(command);
  expect(await once(command, 'exit')).toEqual([1, null]);
  expect(output.said.match(/^server /gm)).toHaveLength(1);
  expect(output.said).not.toContain('again');
});
