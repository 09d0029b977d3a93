import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { type WritePoint, writePoints } from '../../../server/platform/write-points.ts';
import { randomFrom } from '../../paths/random.ts';
import { type DatabaseKind, openDatabases } from './databases.ts';
import { createLauncher, type Place, ServerEnded } from './faulty-server.ts';
import type { Verdict } from './judge.ts';
import { type Hit, killAt, Scene } from './scene.ts';

/** `kills` counts processes; one run may kill two before it compares. */
export type FaultRuns = Verdict & {
  /** servers that ended without being killed, with the directory that they leave for analysis */
  ended: string[];
  runs: number;
  kills: number;
  points: Map<Hit, number>;
  /** kills of servers with the real engine, and the jobs of it that were observed */
  realEngine: { kills: number; results: number; interrupted: number };
  postgresKills: number;
};

/** Runs in one data directory before the next one starts empty. */
const runsPerDirectory = 20;

type Kinds = { engine: Place['engine']; database: DatabaseKind };

/**
 * Of ten data directories the second has the real engine and the third Postgres, so that a run of
 * 60 reaches both. The first has neither: `npm test` needs only that one.
 */
function kindsOf(nth: number, wanted: DatabaseKind | undefined): Kinds {
  return {
    engine: nth % 10 === 1 ? 'real' : 'fake',
    database: wanted ?? (nth % 10 === 2 ? 'postgres' : 'embedded'),
  };
}

const allPoints = Object.values(writePoints).flat();

/** The write points whose names begin with `beginning`; all of them by default. */
export const pointsAt = (beginning = ''): WritePoint[] =>
  allPoints.filter((point) => point.startsWith(beginning));

/**
 * Unless points are named, every fourth run dies at a random moment and in its start; the others
 * die where processes died least often.
 */
function createChoice(points: Map<Hit, number>, random: () => number, at: string | undefined) {
  const among = pointsAt(at);
  const tries = new Map<WritePoint, number>();
  // Counting the tries keeps a point that was not reached from being tried again and again.
  const weightOf = (point: WritePoint) => (points.get(point) ?? 0) + (tries.get(point) ?? 0) / 4;
  return (run: number): WritePoint | null => {
    if (at === undefined && run % 4 === 3) return null;
    const least = Math.min(...among.map(weightOf));
    const candidates = among.filter((point) => weightOf(point) === least);
    const point = candidates[Math.floor(random() * candidates.length)];
    if (!point)
      throw new Error(
        'There are no write points with this beginning. See server/platform/write-points.ts.',
      );
    tries.set(point, (tries.get(point) ?? 0) + 1);
    return point;
  };
}

/** Points at which no process died. */
export const missedPoints = ({ points }: FaultRuns, at?: string): WritePoint[] =>
  pointsAt(at).filter((point) => !points.has(point));

const testPhoto = async () =>
  Buffer.from(
    await sharp({ create: { width: 96, height: 72, channels: 3, background: '#c07040' } })
      .png()
      .toBuffer(),
  );

/** Without a database most directories have the embedded one, some Postgres. */
export type FaultOptions = {
  runs: number;
  seed: number;
  database?: DatabaseKind | undefined;
  /** beginning of the names of write points: kills happen only at these */
  at?: string | undefined;
};

const nothingFound = (): FaultRuns => ({
  lost: [],
  doubled: [],
  orphans: [],
  ended: [],
  runs: 0,
  kills: 0,
  points: new Map(),
  realEngine: { kills: 0, results: 0, interrupted: 0 },
  postgresKills: 0,
});

/**
 * Kills the server in `runs` runs and checks the stored state after each.
 * @param say called after each run with the number done
 */
export async function runFaults(
  { runs, seed, database, at }: FaultOptions,
  say: (result: FaultRuns) => void,
): Promise<FaultRuns> {
  const random = randomFrom(seed);
  const result = nothingFound();
  const choose = createChoice(result.points, random, at);
  const photo = await testPhoto();
  const databases = openDatabases();
  const launcher = await createLauncher();

  const countKill = (hit: Hit, kinds: Kinds) => {
    result.kills += 1;
    result.points.set(hit, (result.points.get(hit) ?? 0) + 1);
    if (kinds.engine === 'real') result.realEngine.kills += 1;
    if (kinds.database === 'postgres') result.postgresKills += 1;
  };

  async function workIn(kinds: Kinds) {
    const directory = await mkdtemp(join(tmpdir(), 'lightwell-faults-'));
    const databaseUrl = await databases.create(kinds.database);
    const place = { directory, databaseUrl, engine: kinds.engine };
    const onKill = (hit: Hit) => countKill(hit, kinds);
    const scene = new Scene({ place, launcher, photo, random, verdict: result, onKill });
    const isWhole = await killInTurn(scene).catch((error: unknown) => {
      if (!(error instanceof ServerEnded)) throw error;
      result.ended.push(`${error.message}, after ${scene.where} in ${directory}`);
      result.runs += 1;
      say(result);
      return false;
    });
    if (kinds.engine === 'real') {
      result.realEngine.results += scene.withResult.size;
      result.realEngine.interrupted += scene.interrupted.size;
    }
    if (isWhole) await rm(directory, { recursive: true, force: true });
  }

  async function killInTurn(scene: Scene): Promise<true> {
    await scene.killAtFirstStart();
    let server = await scene.startAndCompare();
    for (let n = 0; n < runsPerDirectory && result.runs < runs; n += 1) {
      const point = choose(result.runs);
      if (point) await killAt(scene, server, point);
      else await scene.killAtStart(server, null);
      server = await scene.startAndCompare();
      result.runs += 1;
      say(result);
    }
    server.kill();
    await server.gone;
    return true;
  }

  for (let nth = 0; result.runs < runs; nth += 1) await workIn(kindsOf(nth, database));
  await launcher.close();
  await databases.stop();
  return result;
}
