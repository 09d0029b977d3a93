import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { aiRecord } from '../../contract/records.ts';
import { createVisitor, photo, type Visitor } from '../../server/testing/visitor.fixture.ts';
import { startPostgres } from '../../tools/testing/start-postgres.ts';
import { createDatabase } from '../chaos/harness/databases.ts';
import { hostApp, hostEnv } from '../chaos/harness/host.ts';
import { createLauncher } from '../chaos/harness/launcher.ts';
import { createProcessHost, type ProcessHost } from '../chaos/harness/process-host.ts';
import { percentile, rounded } from './load/figures.ts';

/*
 * npm run bench:scale [-- --json]
 * Measures two web processes and up to four workers that share one Postgres server. The engine is a
 * stand-in that waits, so the figures show the limits of the software, not of the networks:
 * - tasks a minute with 1, 2 and 4 workers;
 * - the time from a cancellation at one web process to the answer of a long poll at the other one,
 *   while 1000 long polls wait at both.
 */
const { values: options } = parseArgs({ options: { json: { type: 'boolean', default: false } } });

const workerCounts = [1, 2, 4] as const;
const tasksPerWorker = 80;
const jobMs = 250;
const polls = 1000;
const cancellations = 300;
const pollMs = 25_000;
const targets = { leastShareOfLinear: 0.9, mostNewsP99Milliseconds: 250 };

const unlimited = '1000000';
const env = {
  ...hostEnv,
  GUEST_DAILY_CREDITS: unlimited,
  REQUESTS_PER_MINUTE: unlimited,
  UNUSED_UPLOADS_PER_ADDRESS: unlimited,
  UNUSED_UPLOADS_IN_ALL: unlimited,
};

const postgres = await startPostgres();
const databaseUrl = await createDatabase(postgres.url);
const directory = await mkdtemp(join(tmpdir(), 'lightwell-scale-'));
const launcher = await createLauncher();
const picture = await photo(96, 72);

/** all processes, which must not outlive this one */
const hosts: ProcessHost[] = [];

async function startProcess(role: 'web' | 'worker'): Promise<ProcessHost> {
  const place = { directory, databaseUrl, engine: 'fake', jobMs, env: { ...env, ROLES: role } };
  const host = createProcessHost({
    launcher,
    place: { ...place, engine: 'fake' },
    deaths: new Map(),
  });
  hosts.push(host);
  await host.revive();
  return host;
}

let visitors = 0;

type Waiting = { address: string; visitor: Visitor; id: string; revision: number };

/** Starts a task of a new visitor at a web process. */
async function startTask(web: ProcessHost): Promise<Waiting> {
  visitors += 1;
  const address = `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`;
  const visitor = createVisitor(hostApp(web), address);
  const { success, msg, obj } = await visitor.start(await visitor.upload(picture));
  if (success !== '1') throw new Error(`A start was refused: ${success} ${msg}`);
  const { id, revision } = aiRecord.parse(obj);
  return { address, visitor, id, revision };
}

/** Starts this number of tasks, four at a time, in turn at both web processes. */
async function startTasks(webs: readonly ProcessHost[], count: number): Promise<Waiting[]> {
  const started: Waiting[] = [];
  const work = async (lane: number) => {
    for (let n = lane; n < count; n += 4) {
      const web = webs[n % webs.length];
      if (web) started[n] = await startTask(web);
    }
  };
  await Promise.all([0, 1, 2, 3].map(work));
  return started;
}

const rows = new Client({ connectionString: databaseUrl });

/**
 * Returns the number of tasks that this number of workers ends in a minute, counted from the moment
 * when all workers have started until none is left to begin.
 */
async function tasksPerMinute(webs: readonly ProcessHost[], workers: number): Promise<number> {
  const count = workers * tasksPerWorker;
  const ids = (await startTasks(webs, count)).map(({ id }) => id);
  const started: ProcessHost[] = [];
  for (let n = 0; n < workers; n += 1) started.push(await startProcess('worker'));
  const from = new Date();
  for (;;) {
    const { rows: found } = await rows.query<{ left: number; counted: number; seconds: number }>(
      `select count(*) filter (where finished_at is null)::int as left,
        count(*) filter (where finished_at between $2 and last)::int as counted,
        extract(epoch from max(last) - $2::timestamptz)::float as seconds
      from (select *, max(started_at) over () as last from tasks where id = any($1)) as started`,
      [ids, from],
    );
    const [state] = found;
    if (!state) throw new Error('Expected one row.');
    if (state.left === 0) {
      for (const host of started) await host.terminate();
      return (state.counted / state.seconds) * 60;
    }
    await wait(100);
  }
}

/** Repeats long polls until the task has ended, as the client does. */
async function untilEnded(poller: Visitor, { id, revision }: Waiting): Promise<void> {
  for (let since = revision; ; ) {
    const path = `/v1/ai-function-record/detail/${id}`;
    const { success, msg, obj } = await poller.call('GET', path, { since, waitMs: pollMs });
    if (success !== '1') throw new Error(`A long poll was refused: ${success} ${msg}`);
    const record = aiRecord.parse(obj);
    if (record.dealStatus >= 2) return;
    since = record.revision;
  }
}

/**
 * Opens long polls for this number of waiting tasks, half of them at each web process. Cancels some
 * of the tasks at the other process, one after another. Returns the milliseconds until a poll
 * reported each end.
 */
async function newsBetween(webs: readonly [ProcessHost, ProcessHost]): Promise<number[]> {
  const waiting = await startTasks(webs, polls);
  const times: number[] = [];
  const open = waiting.map((task, n) => {
    const { address, visitor, id } = task;
    const poller = createVisitor(hostApp(webs[(n + 1) % 2] ?? webs[0]), address);
    Object.assign(poller.cookies, visitor.cookies);
    const ended = untilEnded(poller, task);
    // The polls of tasks that are not cancelled break when the web processes stop.
    ended.catch(() => {});
    return { cancel: () => visitor.call('POST', `/v1/ai-function-record/cancel/${id}`), ended };
  });
  // Cancelled from the end of the queue, so that few other positions change.
  for (const { cancel, ended } of open.toReversed().slice(0, cancellations)) {
    const from = performance.now();
    const [{ success, msg }] = await Promise.all([cancel(), ended]);
    times.push(performance.now() - from);
    if (success !== '1') throw new Error(`A cancellation was refused: ${success} ${msg}`);
  }
  return times;
}

const perMinute: number[] = [];
let times: number[];
try {
  await rows.connect();
  const webs = [await startProcess('web'), await startProcess('web')] as const;
  for (const workers of workerCounts) perMinute.push(await tasksPerMinute(webs, workers));
  times = await newsBetween(webs);
} finally {
  await Promise.all(hosts.map((host) => host.stop()));
  await launcher.close();
  await rows.end();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

const [alone = Number.NaN] = perMinute;
const shares = workerCounts.map((workers, n) => rounded((perMinute[n] ?? 0) / alone / workers, 3));
const p99 = rounded(percentile(times, 0.99));
const figures = {
  tasksPerMinute: perMinute.map((rate) => rounded(rate)),
  newsP50Milliseconds: rounded(percentile(times, 0.5)),
  newsP99Milliseconds: p99,
};
const met =
  shares.every((share) => share >= targets.leastShareOfLinear) &&
  p99 <= targets.mostNewsP99Milliseconds;
for (const [n, workers] of workerCounts.entries()) {
  console.log(
    `${workers} workers: ${figures.tasksPerMinute[n]} tasks a minute, ${shares[n]} of linear`,
  );
}
console.log(
  `News across processes with ${polls} long polls: median ${figures.newsP50Milliseconds} ms, p99 ${p99} ms`,
);
console.log(met ? 'All targets met.' : 'A target was missed.');
if (options.json) {
  console.log(JSON.stringify({ name: 'scale', figures, ratios: { shares }, targets, met }));
}
// Sockets of stopped servers could keep this process alive.
process.exit();
