import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { diagnose } from '../operator/doctor.ts';
import { findStuck } from '../operator/stuck.ts';
import { type AnsweredFailure, answeredFailure } from '../platform/http/error-handler.ts';
import type { PublishedMove } from '../platform/lifecycle/lifecycle.ts';
import type { Platform } from '../platform/platform.ts';
import { createRecent } from '../platform/recent.ts';
import { findOldestQueued } from '../tasks/due-tasks.store.ts';
import { taskLifecycle } from '../tasks/task-lifecycle.ts';
import { type FirstProgress, firstProgress } from '../tasks/task-progress.ts';
import { queued, type Task } from '../tasks/tasks.store.ts';
import { countTasks, countWaitingMails, findOldestUnsettled } from './metrics.store.ts';
import { memoryByKind } from './process-memory.ts';
import { findStorageProblems, type StorageDeps } from './storage-problems.ts';

type Deps = Pick<Platform, 'db' | 'now' | 'server' | 'stopping'> & StorageDeps;

/** Upper limits of histogram buckets in seconds, from a quick call to a long task. */
const callSeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
const taskSeconds = [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];

/** The doctor reads whole tables, so its result is used for an hour. */
const doctorMs = 3_600_000;

const secondsBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1000;

/** Counts and times the tasks that end in this process. */
function observeTasks(registers: Registry[], stopping: AbortSignal) {
  const ends = new Counter({
    name: 'lightwell_tasks_ended_total',
    help: 'Tasks that ended, by function, end, and reason of a failure',
    labelNames: ['function', 'end', 'reason'],
    registers,
  });
  const paces = new Histogram({
    name: 'lightwell_task_seconds_per_megapixel',
    help: 'Seconds from the first claim of a succeeded task to its end, for each megapixel',
    labelNames: ['function'],
    buckets: taskSeconds,
    registers,
  });
  const waits = new Histogram({
    name: 'lightwell_task_first_progress_seconds',
    help: 'Seconds from the start request of a task to its first progress',
    labelNames: ['function'],
    buckets: taskSeconds,
    registers,
  });

  function onMove(message: unknown) {
    const { to, row } = message as PublishedMove<Task>;
    const { code, reason, startedAt, finishedAt, input } = row;
    if (!finishedAt) return;
    ends.inc({ function: code, end: to, reason: reason ?? '' });
    if (to !== 'succeeded' || !startedAt) return;
    const megapixels = (input.width * input.height) / 1_000_000;
    paces.observe({ function: code }, secondsBetween(startedAt, finishedAt) / megapixels);
  }
  function onFirstProgress(message: unknown) {
    const { task, at } = message as FirstProgress;
    waits.observe({ function: task.code }, secondsBetween(task.createdAt, at));
  }

  subscribe(taskLifecycle.channel, onMove);
  subscribe(firstProgress, onFirstProgress);
  stopping.addEventListener('abort', () => {
    unsubscribe(taskLifecycle.channel, onMove);
    unsubscribe(firstProgress, onFirstProgress);
  });
}

/** Counts the failures that this process has answered. */
function observeFailures(registers: Registry[], stopping: AbortSignal) {
  const failures = new Counter({
    name: 'lightwell_failures_total',
    help: 'Calls that failed, by error code',
    labelNames: ['code'],
    registers,
  });
  const onFailure = (message: unknown) => failures.inc({ code: (message as AnsweredFailure).code });
  subscribe(answeredFailure, onFailure);
  stopping.addEventListener('abort', () => unsubscribe(answeredFailure, onFailure));
}

/** Times the answers of this process. Addresses are reported as route patterns, without values. */
function observeCalls(registers: Registry[], server: Deps['server']) {
  const calls = new Histogram({
    name: 'lightwell_http_request_seconds',
    help: 'Seconds from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: callSeconds,
    registers,
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const labels = { method: request.method, route, status: reply.statusCode };
    calls.observe(labels, reply.elapsedTime / 1000);
    done();
  });
}

/** Reads the state of the database, which all processes share, at each scrape. */
function readState(registers: Registry[], { db, now }: Deps) {
  new Gauge({
    name: 'lightwell_tasks',
    help: 'Tasks that wait or run, by function',
    labelNames: ['function', 'state'],
    registers,
    async collect() {
      const counts = await countTasks(db);
      this.reset();
      for (const { code, status, tasks } of counts) {
        this.set({ function: code, state: status === queued ? 'queued' : 'running' }, tasks);
      }
    },
  });
  const age = (at: Date | null) => (at ? Math.max(0, secondsBetween(at, now())) : 0);
  new Gauge({
    name: 'lightwell_queue_age_seconds',
    help: 'Seconds that the longest waiting task has waited',
    registers,
    async collect() {
      this.set(age(await findOldestQueued(db)));
    },
  });
  new Gauge({
    name: 'lightwell_settlement_lag_seconds',
    help: 'Age of the oldest message of a payment provider that is not settled',
    registers,
    async collect() {
      this.set(age(await findOldestUnsettled(db)));
    },
  });
  new Gauge({
    name: 'lightwell_mails_waiting',
    help: 'Mails that are not sent yet',
    registers,
    async collect() {
      this.set(await countWaitingMails(db));
    },
  });
  new Gauge({
    name: 'lightwell_stuck',
    help: 'Orders, payments, tasks and mails that should have continued automatically',
    labelNames: ['kind'],
    registers,
    async collect() {
      const stuck = await findStuck(db, now());
      this.reset();
      for (const { kind } of stuck) this.inc({ kind });
    },
  });
  const diagnoses = createRecent<string[]>({ most: 1, keepMs: () => doctorMs });
  new Gauge({
    name: 'lightwell_ledger_findings',
    help: 'Findings of the doctor by code, without questions to payment providers; once an hour',
    labelNames: ['code'],
    registers,
    async collect() {
      const codes = await diagnoses.get('codes', async () => {
        const { findings } = await diagnose({ db, providers: [], now: now() }, { ask: 0 });
        return findings.map(({ code }) => code);
      });
      this.reset();
      for (const code of codes) this.inc({ code });
    },
  });
}

function readMemory(registers: Registry[]) {
  new Gauge({
    name: 'lightwell_process_resident_bytes',
    help: 'Resident memory of the server and of its engine processes, by kind',
    labelNames: ['kind'],
    registers,
    async collect() {
      const bytes = await memoryByKind();
      this.reset();
      for (const [kind, sum] of bytes) this.set({ kind }, sum);
    },
  });
}

function readStorage(registers: Registry[], deps: StorageDeps) {
  new Gauge({
    name: 'lightwell_storage_problem',
    help: '1 while this process cannot store files, because its disk is full or the store is away',
    labelNames: ['problem'],
    registers,
    async collect() {
      const problems = await findStorageProblems(deps);
      for (const [problem, exists] of Object.entries(problems))
        this.set({ problem }, Number(exists));
    },
  });
}

/**
 * Creates the metrics of this process (`own`), and the metrics of the database that all processes
 * share (`shared`), which cannot be read while the database is away.
 */
export function createMetrics(deps: Deps): { own: Registry; shared: Registry } {
  const own = new Registry();
  collectDefaultMetrics({ register: own });
  observeTasks([own], deps.stopping);
  observeCalls([own], deps.server);
  observeFailures([own], deps.stopping);
  readStorage([own], deps);
  readMemory([own]);
  const shared = new Registry();
  readState([shared], deps);
  return { own, shared };
}
