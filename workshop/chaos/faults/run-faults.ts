import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type WritePoint, writePoints } from '../../../server/platform/write-points.ts';
import { photo as photoOf } from '../../../server/testing/visitor.fixture.ts';
import { randomFrom } from '../../paths/random.ts';
import { type DatabaseKind, openDatabases } from '../harness/databases.ts';
import { ServerDied, totalOf } from '../harness/host.ts';
import { createLauncher } from '../harness/launcher.ts';
import { createProcessHost, type Place } from '../harness/process-host.ts';
import type { Verdict } from './judge.ts';
import { Scene } from './scene.ts';

/** `ended` means that a server ended without being killed. Its directory is kept for analysis. */
export type FaultKind = keyof Verdict | 'ended';

/** `kills` counts killed processes. A run may kill two processes before the state is compared. */
export type FaultRuns = {
  violations: { run: number; kind: FaultKind; sentence: string }[];
  runs: number;
  kills: number;
  points: Map<string, number>;
  /** kills of servers with the real engine, and jobs seen in that engine */
  realEngine: { kills: number; results: number; interrupted: number };
  postgresKills: number;
};

/** Number of runs in one data directory. */
const runsPerDirectory = 20;

type Kinds = { engine: Place['engine']; database: DatabaseKind };

/**
 * Among ten data directories, the second uses the real engine and the third Postgres. 60 runs
 * therefore include both. The first directory uses neither, because `npm test` runs only the first.
 */
function kindsOf(nth: number, wanted: DatabaseKind | undefined): Kinds {
  return {
    engine: nth % 10 === 1 ? 'real' : 'fake',
    database: wanted ?? (nth % 10 === 2 ? 'postgres' : 'embedded'),
  };
}

const allPoints = Object.values(writePoints).flat();

/** The write points whose names begin with `beginning`; all write points by default. */
export const pointsAt = (beginning = ''): WritePoint[] =>
  allPoints.filter((point) => point.startsWith(beginning));

/**
 * Chooses where servers die. If no write point is given, the server of every fourth run dies at a
 * random moment of its start. Other servers die at the least used write points.
 */
export function createChoice(
  points: Map<string, number>,
  random: () => number,
  at: string | undefined,
) {
  const among = pointsAt(at);
  const tries = new Map<WritePoint, number>();
  // Tries are counted as well, so that an unreachable point is not tried again and again.
  const weightOf = (point: WritePoint) => (points.get(point) ?? 0) + (tries.get(point) ?? 0) / 4;
  return (run: number): WritePoint | null => {
    if (at === undefined && run % 4 === 3) return null;
    const least = Math.min(...among.map(weightOf));
    const candidates = among.filter((point) => weightOf(point) === least);
    const point = candidates[Math.floor(random() * candidates.length)];
    if (!point)
      throw new Error(
        'No name of a write point begins with this text. See server/platform/write-points.ts.',
      );
    tries.set(point, (tries.get(point) ?? 0) + 1);
    return point;
  };
}

/** Points at which no process died. */
export const missedPoints = ({ points }: Pick<FaultRuns, 'points'>, at?: string): WritePoint[] =>
  pointsAt(at).filter((point) => !points.has(point));

/** Without a given database, most data directories use the embedded database and some Postgres. */
export type FaultOptions = {
  runs: number;
  seed: number;
  database?: DatabaseKind | undefined;
  /** kills happen only at write points whose names begin with this text */
  at?: string | undefined;
};

/**
 * Kills the server in `runs` runs and checks the stored state after each.
 * @param say called after each run with the number done
 */
export async function runFaults(
  { runs, seed, database, at }: FaultOptions,
  say: (result: FaultRuns) => void,
): Promise<FaultRuns> {
  const random = randomFrom(seed);
  const result: FaultRuns = {
    violations: [],
    runs: 0,
    kills: 0,
    points: new Map(),
    realEngine: { kills: 0, results: 0, interrupted: 0 },
    postgresKills: 0,
  };
  const choose = createChoice(result.points, random, at);
  const photo = await photoOf(96, 72);
  const databases = openDatabases();
  const launcher = await createLauncher();

  const note = (kind: FaultKind, sentence: string) => {
    const { violations, runs: run } = result;
    if (violations.some((one) => one.kind === kind && one.sentence === sentence)) return;
    violations.push({ run: run + 1, kind, sentence });
  };

  const endRun = () => {
    result.runs += 1;
    result.kills = totalOf(result.points);
    say(result);
  };

  async function workIn({ engine, database: kind }: Kinds) {
    const directory = await mkdtemp(join(tmpdir(), 'lightwell-faults-'));
    const place = { directory, databaseUrl: await databases.create(kind), engine };
    const host = createProcessHost({ launcher, place, deaths: result.points });
    const scene = new Scene({ host, directory, photo, random, say: note });
    const before = totalOf(result.points);
    const isWhole = await killInTurn(scene).catch((error: unknown) => {
      if (!(error instanceof ServerDied)) throw error;
      note('ended', `${error.message}, after ${scene.where} in ${directory}`);
      endRun();
      return false;
    });
    await host.stop();
    const kills = totalOf(result.points) - before;
    if (kind === 'postgres') result.postgresKills += kills;
    if (engine === 'real') {
      result.realEngine.kills += kills;
      result.realEngine.results += scene.withResult.size;
      result.realEngine.interrupted += scene.interrupted.size;
    }
    if (isWhole) await rm(directory, { recursive: true, force: true });
  }

  async function killInTurn(scene: Scene): Promise<true> {
    await scene.killAtFirstStart();
    await scene.startAndCompare();
    for (let n = 0; n < runsPerDirectory && result.runs < runs; n += 1) {
      await scene.killAt(choose(result.runs));
      await scene.startAndCompare();
      endRun();
    }
    return true;
  }

  for (let nth = 0; result.runs < runs; nth += 1) await workIn(kindsOf(nth, database));
  await launcher.close();
  await databases.stop();
  return result;
}
