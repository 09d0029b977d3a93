import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type WritePoint, writePoints } from '../../../server/platform/write-points.ts';
import type { FaultyServer, Launcher, Place } from './faulty-server.ts';
import { judge, type Verdict } from './judge.ts';
import type { Kept } from './messages.ts';
import { createVisitor, type Swept, type Visitor, WrongAnswer } from './visitor.ts';

export type Hit = WritePoint | 'any moment' | 'start' | 'first start';

const visitorsAtOnce = 3;
/** A task that has not ended by then never will. */
const settleMs = 60_000;
/** A write point that is not reached by then is given up, and the process is killed. */
const pointMs = 4000;
const dayMs = 86_400_000;
const aheadOf: Record<Swept, number> = { hours: 2 * 3_600_000, months: 32 * dayMs };

/** Points that need welcomes older than the year of their validity. */
const needYears = new Set<string>([
  'release.grace-given',
  'expiry.line-written',
  'expiry.lot-ended',
  'after purge of welcomes',
]);

/** Points that need records older than a month. */
const needMonths = new Set<string>([
  'guests.purses-removed',
  'guests.owners-removed',
  'after retention',
  'after files of records',
  'after purge of records',
  'after purge of lines',
  'after purge of guests',
]);

/** Points where a server must die so that the next one has something to recover. */
const leaves = new Map<WritePoint, WritePoint>([
  ['after recovery of tasks', 'task.claimed'],
  ['after recovery of uploads', 'upload.kept'],
  ['after recovery of mails', 'mail.claimed'],
]);

const networkFailures = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** True if a call failed because the server was killed. */
function isOfKill(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return networkFailures.has(code ?? '') || isOfKill(error.cause);
}

const pauseUntilGone = (server: FaultyServer, ms: number) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  server.gone.then(resolve, resolve);
  return promise.finally(() => clearTimeout(timer));
};

export type SceneDeps = {
  place: Place;
  launcher: Launcher;
  photo: Buffer<ArrayBuffer>;
  random: () => number;
  verdict: Verdict;
  /** called with the point where a process died */
  onKill: (hit: Hit) => void;
};

/** One data directory and its visitors. */
export class Scene {
  readonly #deps: SceneDeps;
  readonly #visitors: Visitor[] = [];
  #addresses = 0;
  #aheadMs = 0;
  /** the point where the server is to die, for the report */
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

  /** The very first start of a data directory may be killed, too. */
  async killAtFirstStart() {
    const { launcher, place, random, onKill } = this.#deps;
    await launcher.startAndKill(place, 0, random());
    onKill('first start');
  }

  /** Starts a server, waits until all work has ended, and compares. */
  async startAndCompare(): Promise<FaultyServer> {
    const { launcher, place, verdict } = this.#deps;
    const server = await launcher.start(place, this.#aheadMs);
    for (const visitor of this.#visitors) await visitor.askAgain(server.url);
    const errands = this.#visitors.flatMap((visitor) => visitor.errands);
    const letters = this.#visitors.flatMap((visitor) => visitor.letters);
    const kept = await this.#settle(server, (now) => judge(errands, now, letters).orphans);
    for (const { id, results, crashes } of kept.tasks) {
      if (results.length > 0) this.withResult.add(id);
      if (crashes > 0) this.interrupted.add(id);
    }
    const found = judge(errands, kept, letters);
    for (const kind of ['lost', 'doubled', 'orphans'] as const) {
      const known = verdict[kind];
      known.push(...found[kind].filter((sentence) => !known.includes(sentence)));
    }
    return server;
  }

  /** Visitors use the server until it dies at a write point, or after a random time. */
  async killAtWork(server: FaultyServer, point: WritePoint | null): Promise<void> {
    const { random } = this.#deps;
    if (point) server.dieAt({ point, passes: Math.floor(random() * 3) });
    this.#where = point ?? 'any moment';
    const acting = this.#act(server);
    await pauseUntilGone(server, point ? pointMs : 50 + random() * 900);
    await this.#end(server, point, acting);
  }

  /** Sets the clock ahead while visitors use the server, which dies at the due work. */
  async killAtSweep(server: FaultyServer, point: WritePoint): Promise<void> {
    const { place } = this.#deps;
    this.#where = point;
    const acting = this.#act(server);
    await pauseUntilGone(server, 300);
    const isYearLater = needYears.has(point);
    const swept = isYearLater || needMonths.has(point) ? 'months' : 'hours';
    for (const visitor of this.#visitors) visitor.expectSweep(swept);
    if (point === 'orphan.removed') {
      await mkdir(join(place.directory, 'files', 'uploads'), { recursive: true });
      await writeFile(join(place.directory, 'files', 'uploads', 'nobody.png'), 'nobody');
    }
    this.#aheadMs += isYearLater ? 366 * dayMs : aheadOf[swept];
    server.dieAt({ point, passes: 0 });
    await server.sweep(this.#aheadMs);
    await this.#end(server, point, acting);
  }

  /** Visitors use the server until it is killed; the next one dies in its start. */
  async killAtStart(server: FaultyServer, point: WritePoint | null): Promise<void> {
    const { launcher, place, random, onKill } = this.#deps;
    await this.killAtWork(server, (point && leaves.get(point)) ?? null);
    const where = point ? { point, passes: 0 } : random();
    this.#where = point ?? 'start';
    const isHit = await launcher.startAndKill(place, this.#aheadMs, where);
    onKill(isHit && point ? point : 'start');
  }

  /** New visitors use the server until it has ended. */
  #act(server: FaultyServer): Promise<unknown> {
    const visitors = Array.from({ length: visitorsAtOnce }, () => this.#newVisitor());
    return Promise.all(visitors.map((visitor) => this.#actUntilGone(visitor, server)));
  }

  #newVisitor(): Visitor {
    this.#addresses += 1;
    const address = `10.${this.#addresses >> 8}.${this.#addresses & 255}.1`;
    const visitor = createVisitor(address, this.#deps.photo);
    this.#visitors.push(visitor);
    return visitor;
  }

  async #actUntilGone(visitor: Visitor, { url, lastError, findCode }: FaultyServer) {
    for (;;) {
      try {
        await visitor.act(url, this.#deps.random, findCode);
      } catch (error) {
        if (error instanceof WrongAnswer) {
          const what = `${error.message} (${this.#where})`;
          this.#deps.verdict.lost.push([what, lastError()].filter(Boolean).join(': '));
        } else if (isOfKill(error)) return;
        else throw error;
      }
    }
  }

  async #end(server: FaultyServer, point: WritePoint | null, acting: Promise<unknown>) {
    const isHit = !server.kill();
    await acting;
    await server.gone;
    this.#deps.onKill(isHit && point ? point : 'any moment');
  }

  /**
   * @param orphansIn a start removes orphans beside its other work, so the function waits for them,
   * too
   */
  async #settle(server: FaultyServer, orphansIn: (kept: Kept) => string[]): Promise<Kept> {
    const deadline = performance.now() + settleMs;
    for (;;) {
      const kept = await server.look();
      const isSettled =
        kept.tasks.every(({ status }) => status >= 2) &&
        kept.mails.every(({ state }) => state === 'sent' || state === 'failed') &&
        !kept.temporary.length &&
        !orphansIn(kept).length;
      if (isSettled || performance.now() > deadline) return kept;
      await pauseUntilGone(server, 50);
    }
  }
}

/** Kills a process at a write point. */
export function killAt(scene: Scene, server: FaultyServer, point: WritePoint): Promise<void> {
  const { sweep, start } = writePoints;
  if (sweep.some((name) => name === point)) return scene.killAtSweep(server, point);
  if (start.some((name) => name === point)) return scene.killAtStart(server, point);
  return scene.killAtWork(server, point);
}
