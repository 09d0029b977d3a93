import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type WritePoint, writePoints } from '../../../server/platform/write-points.ts';
import { ServerDied, survives } from '../harness/host.ts';
import type { ProcessHost } from '../harness/process-host.ts';
import { compare } from './compare.ts';
import type { Verdict } from './judge.ts';
import { type Customer, createCustomer, type Swept, WrongAnswer } from './visitor.ts';

export type Hit = WritePoint | 'any moment' | 'start' | 'first start';

const visitorsAtOnce = 3;
/** After this time without reaching the write point, the process is killed. */
const pointMs = 4000;
export const dayMs = 86_400_000;
export const aheadOf: Record<Swept, number> = { hours: 2 * 3_600_000, months: 32 * dayMs };

/** Points that are reached only with welcome credits older than a year. */
export const needYears = new Set<string>([
  'release.grace-given',
  'expiry.line-written',
  'expiry.lot-ended',
  'after purge of welcomes',
]);

/** Points that are reached only with records older than a month. */
export const needMonths = new Set<string>([
  'guests.purses-removed',
  'guests.owners-removed',
  'after retention',
  'after files of records',
  'after purge of records',
  'after purge of lines',
  'after purge of guests',
]);

/**
 * A server can reach the point on the left only after another server has died at the point on the
 * right.
 */
export const leaves = new Map<WritePoint, WritePoint>([
  ['after recovery of tasks', 'task.claimed'],
  ['after recovery of uploads', 'upload.kept'],
  ['after recovery of mails', 'mail.claimed'],
]);

const pauseUntilGone = (host: ProcessHost, ms: number) =>
  Promise.race([host.gone().catch(() => {}), wait(ms, undefined, { ref: false })]);

export type SceneDeps = {
  host: ProcessHost;
  directory: string;
  photo: Buffer;
  random: () => number;
  say: (kind: keyof Verdict, sentence: string) => void;
};

/** One data directory and its visitors. */
export class Scene {
  readonly #deps: SceneDeps;
  readonly #customers: Customer[] = [];
  /** the point at which the server should die; printed in the report */
  #where: Hit = 'first start';
  /** ids of the tasks that were seen with a result */
  readonly withResult = new Set<string>();
  /** ids of the tasks that a process worked on when it was killed */
  readonly interrupted = new Set<string>();

  constructor(deps: SceneDeps) {
    this.#deps = deps;
  }

  get where(): Hit {
    return this.#where;
  }

  /** Kills the server during the first start of a data directory. */
  async killAtFirstStart() {
    const { host, random } = this.#deps;
    await host.dieInStart(random(), 'first start');
  }

  /** Starts a server, waits until all work has ended, and compares. */
  async startAndCompare(): Promise<void> {
    const { host, say } = this.#deps;
    await host.revive();
    for (const customer of this.#customers) await customer.askAgain();
    const kept = await compare(this.#customers, {
      look: host.look,
      pause: (ms) => pauseUntilGone(host, ms),
      say,
    });
    for (const { id, results, crashes } of kept.tasks) {
      if (results.length > 0) this.withResult.add(id);
      if (crashes > 0) this.interrupted.add(id);
    }
  }

  /** Kills the process at a write point, or at a random moment; sometimes during the next start. */
  async killAt(point: WritePoint | null): Promise<void> {
    const { sweep, start } = writePoints;
    if (point === null || start.some((name) => name === point)) await this.#killAtStart(point);
    else if (sweep.some((name) => name === point)) await this.#killAtSweep(point);
    else await this.#killAtWork(point);
  }

  /** Visitors use the server until it dies at a write point, or after a random time. */
  async #killAtWork(point: WritePoint | null): Promise<void> {
    const { host, random } = this.#deps;
    if (point) host.dieAt(point, Math.floor(random() * 3));
    this.#where = point ?? 'any moment';
    const acting = this.#act();
    await pauseUntilGone(host, point ? pointMs : 50 + random() * 900);
    await this.#end(acting);
  }

  /** Advances the clock while visitors use the server, and kills it during the due work. */
  async #killAtSweep(point: WritePoint): Promise<void> {
    const { host, directory } = this.#deps;
    this.#where = point;
    const acting = this.#act();
    await pauseUntilGone(host, 300);
    const isYearLater = needYears.has(point);
    const swept = isYearLater || needMonths.has(point) ? 'months' : 'hours';
    for (const customer of this.#customers) customer.expectSweep(swept);
    if (point === 'orphan.removed') {
      await mkdir(join(directory, 'files', 'uploads'), { recursive: true });
      await writeFile(join(directory, 'files', 'uploads', 'nobody.png'), 'nobody');
    }
    host.advance(isYearLater ? 366 * dayMs : aheadOf[swept]);
    host.dieAt(point, 0);
    await survives(host.sweep);
    await this.#end(acting);
  }

  /** Visitors use the server until it is killed. The next server dies during its start. */
  async #killAtStart(point: WritePoint | null): Promise<void> {
    const { host, random } = this.#deps;
    await this.#killAtWork((point && leaves.get(point)) ?? null);
    const where = point ? { point, passes: 0 } : random();
    this.#where = point ?? 'start';
    await host.dieInStart(where, 'start');
  }

  /** New visitors use the server until they are done or it dies. */
  #act(): Promise<unknown> {
    return Promise.all(
      Array.from({ length: visitorsAtOnce }, () => {
        const n = this.#customers.length + 1;
        const customer = createCustomer(this.#deps, `10.${n >> 8}.${n & 255}.1`);
        this.#customers.push(customer);
        return this.#actUntilGone(customer);
      }),
    );
  }

  async #actUntilGone(customer: Customer) {
    const { host, say } = this.#deps;
    for (;;) {
      try {
        await customer.act();
      } catch (error) {
        if (error instanceof ServerDied) return;
        if (!(error instanceof WrongAnswer)) throw error;
        const what = `${error.message} (${this.#where})`;
        say('lost', [what, host.lastError()].filter(Boolean).join(': '));
      }
    }
  }

  async #end(acting: Promise<unknown>) {
    const { host } = this.#deps;
    host.kill();
    await acting;
    await host.gone();
  }
}
