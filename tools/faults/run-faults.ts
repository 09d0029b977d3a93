import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { writePoints } from '../../server/write-points.ts';
import { randomFrom } from '../paths/random.ts';
import { type FaultyServer, killAtStart, startServer } from './faulty-server.ts';
import { judge, type Verdict } from './judge.ts';
import type { Kept } from './kept.ts';
import { createVisitor, type Visitor, WrongAnswer } from './visitor.ts';

export type FaultRuns = Verdict & { runs: number; kills: number; points: Map<string, number> };

/** Kills in one data directory before the next begins with an empty one. */
const runsPerDirectory = 25;
const visitorsAtOnce = 3;
/** A task that has not ended by then never will. */
const settleMs = 30_000;
/** A write point that is not reached by then is given up: the process dies anyway. */
const pointMs = 4000;
const startMs = 2500;

const networkFailures = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Whether a call failed because the server is gone. */
function isOfKill(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return networkFailures.has(code ?? '') || isOfKill(error.cause);
}

const pauseUntilGone = (server: FaultyServer, ms: number) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  server.gone.then(() => resolve());
  return promise.finally(() => clearTimeout(timer));
};

/** One data directory and those who use it. */
class Scene {
  readonly #directory: string;
  readonly #photo: Buffer<ArrayBuffer>;
  readonly #random: () => number;
  readonly #result: FaultRuns;
  readonly #visitors: Visitor[] = [];
  #addresses = 0;

  constructor(
    directory: string,
    photo: Buffer<ArrayBuffer>,
    random: () => number,
    result: FaultRuns,
  ) {
    this.#directory = directory;
    this.#photo = photo;
    this.#random = random;
    this.#result = result;
  }

  #newVisitor(): Visitor {
    this.#addresses += 1;
    const address = `10.${this.#addresses >> 8}.${this.#addresses & 255}.1`;
    const visitor = createVisitor(address, this.#photo);
    this.#visitors.push(visitor);
    return visitor;
  }

  /** Acts until the server is gone. */
  async #actUntilGone(visitor: Visitor, url: string) {
    for (;;) {
      try {
        await visitor.act(url, this.#random);
      } catch (error) {
        if (error instanceof WrongAnswer) this.#result.lost.push(error.message);
        else if (isOfKill(error)) return;
        else throw error;
      }
    }
  }

  async #settle(server: FaultyServer): Promise<Kept> {
    const deadline = performance.now() + settleMs;
    for (;;) {
      const kept = await server.look();
      const isSettled = kept.tasks.every(({ status }) => status >= 2) && !kept.temporary.length;
      if (isSettled || performance.now() > deadline) return kept;
      await pauseUntilGone(server, 50);
    }
  }

  /** Starts, lets everything end that was begun, and compares. */
  async startAndCompare(): Promise<FaultyServer> {
    const server = await startServer(this.#directory);
    for (const visitor of this.#visitors) await visitor.askAgain(server.url);
    const errands = this.#visitors.flatMap((visitor) => visitor.errands);
    const verdict = judge(errands, await this.#settle(server));
    for (const kind of ['lost', 'doubled', 'orphans'] as const) {
      const known = this.#result[kind];
      known.push(...verdict[kind].filter((sentence) => !known.includes(sentence)));
    }
    return server;
  }

  /** Visitors use the server until it dies at a write point, or after a random time. */
  async killAtWork(server: FaultyServer, point: string | null): Promise<void> {
    if (point) server.dieAt(`${point} ${Math.floor(this.#random() * 3)}`);
    const visitors = Array.from({ length: visitorsAtOnce }, () => this.#newVisitor());
    const acting = visitors.map((visitor) => this.#actUntilGone(visitor, server.url));
    await pauseUntilGone(server, point ? pointMs : 50 + this.#random() * 900);
    server.kill();
    await server.gone;
    await Promise.all(acting);
    this.#count(point ?? 'any moment');
  }

  async killAtStart(server: FaultyServer): Promise<void> {
    server.kill();
    await server.gone;
    await killAtStart(this.#directory, this.#random() * startMs);
    this.#count('start');
  }

  #count(where: string) {
    const { points } = this.#result;
    this.#result.kills += 1;
    points.set(where, (points.get(where) ?? 0) + 1);
  }
}

/** Write points in turn, and in between any moment and the start. */
function kindOf(run: number): string | null | 'start' {
  if (run % 4 === 3) return 'start';
  if (run % 4 === 1) return null;
  return writePoints[Math.floor(run / 2) % writePoints.length] ?? null;
}

const testPhoto = async () =>
  Buffer.from(
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c07040' } })
      .png()
      .toBuffer(),
  );

/**
 * Kills the server `runs` times and looks each time at what is left.
 * @param say hears after each run how many were done
 */
export async function runFaults(
  { runs, seed }: { runs: number; seed: number },
  say: (result: FaultRuns) => void,
): Promise<FaultRuns> {
  const random = randomFrom(seed);
  const result: FaultRuns = {
    ...{ runs: 0, kills: 0, lost: [], doubled: [], orphans: [] },
    points: new Map(),
  };
  const photo = await testPhoto();
  for (let done = 0; done < runs; done += runsPerDirectory) {
    const directory = await mkdtemp(join(tmpdir(), 'lightwell-faults-'));
    const scene = new Scene(directory, photo, random, result);
    // The very first start of a data directory may be killed, too.
    await killAtStart(directory, random() * 2 * startMs);
    let server = await scene.startAndCompare();
    for (let run = done; run < Math.min(runs, done + runsPerDirectory); run += 1) {
      const kind = kindOf(run);
      if (kind === 'start') await scene.killAtStart(server);
      else await scene.killAtWork(server, kind);
      server = await scene.startAndCompare();
      result.runs += 1;
      say(result);
    }
    server.kill();
    await server.gone;
    await rm(directory, { recursive: true, force: true });
  }
  return result;
}
