import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { type WritePoint, writePoints } from '../../server/write-points.ts';
import { randomFrom } from '../paths/random.ts';
import { type DatabaseKind, openDatabases } from './databases.ts';
import { createLauncher } from './faulty-server.ts';
import type { Verdict } from './judge.ts';
import { type Hit, killAt, Scene } from './scene.ts';

/** `kills` counts processes; one run may kill two before it compares. */
export type FaultRuns = Verdict & { runs: number; kills: number; points: Map<Hit, number> };

/** Runs in one data directory before the next begins with an empty one. */
const runsPerDirectory = 20;
/** Of so many data directories one is worked on by the real engine. */
const realEngineEvery = 10;

const allPoints = Object.values(writePoints).flat();

/** Every fourth run dies at any moment and in its start, the others where processes died least often. */
function createChoice(points: Map<Hit, number>, random: () => number) {
  const tries = new Map<WritePoint, number>();
  // A point that was tried in vain is not tried again and again.
  const weightOf = (point: WritePoint) => (points.get(point) ?? 0) + (tries.get(point) ?? 0) / 4;
  return (run: number): WritePoint | null => {
    if (run % 4 === 3) return null;
    const least = Math.min(...allPoints.map(weightOf));
    const candidates = allPoints.filter((point) => weightOf(point) === least);
    const point = candidates[Math.floor(random() * candidates.length)];
    if (!point) throw new Error('there are no write points');
    tries.set(point, (tries.get(point) ?? 0) + 1);
    return point;
  };
}

/** Points at which no process died. */
export const missedPoints = ({ points }: FaultRuns): WritePoint[] =>
  allPoints.filter((point) => !points.has(point));

const testPhoto = async () =>
  Buffer.from(
    await sharp({ create: { width: 96, height: 72, channels: 3, background: '#c07040' } })
      .png()
      .toBuffer(),
  );

export type FaultOptions = { runs: number; seed: number; database?: DatabaseKind };

/**
 * Kills the server in `runs` runs and looks after each at what is left.
 * @param say hears after each run how many were done
 */
export async function runFaults(
  { runs, seed, database = 'embedded' }: FaultOptions,
  say: (result: FaultRuns) => void,
): Promise<FaultRuns> {
  const random = randomFrom(seed);
  const verdict: Verdict = { lost: [], doubled: [], orphans: [] };
  const result: FaultRuns = { ...verdict, runs: 0, kills: 0, points: new Map() };
  const onKill = (hit: Hit) => {
    result.kills += 1;
    result.points.set(hit, (result.points.get(hit) ?? 0) + 1);
  };
  const choose = createChoice(result.points, random);
  const photo = await testPhoto();
  const databases = await openDatabases(database);
  const launcher = await createLauncher();

  async function workIn(nth: number) {
    const directory = await mkdtemp(join(tmpdir(), 'lightwell-faults-'));
    const engine = nth % realEngineEvery === realEngineEvery - 1 ? 'real' : 'fake';
    const place = { directory, databaseUrl: await databases.create(), engine } as const;
    const scene = new Scene({ place, launcher, photo, random, verdict, onKill });
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
    await rm(directory, { recursive: true, force: true });
  }

  for (let nth = 0; result.runs < runs; nth += 1) await workIn(nth);
  await launcher.close();
  await databases.stop();
  return result;
}
