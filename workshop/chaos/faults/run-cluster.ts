import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { photo as photoOf } from '../../../server/testing/visitor.fixture.ts';
import { startPostgres } from '../../../tools/testing/start-postgres.ts';
import { randomFrom } from '../../paths/random.ts';
import { startCluster } from '../harness/cluster.ts';
import { createDatabase } from '../harness/databases.ts';
import { ServerDied, totalOf } from '../harness/host.ts';
import { createLauncher } from '../harness/launcher.ts';
import { type FaultName, faultOf } from './cluster-faults.ts';
import { ClusterScene } from './cluster-scene.ts';
import { createChoice, type FaultKind, type FaultRuns } from './run-faults.ts';

export type ClusterRuns = Pick<FaultRuns, 'violations' | 'runs' | 'kills' | 'points'> & {
  /** milliseconds until all work had ended, for each run of a fault */
  recoveries: Map<FaultName, number[]>;
};

/** Number of runs in one data directory. */
const runsPerDirectory = 20;

export type ClusterOptions = {
  runs: number;
  seed: number;
  /** number of web processes, and of workers */
  perRole: number;
  at?: string | undefined;
};

/**
 * Causes faults among several processes that share a Postgres server of their own, and checks the
 * stored state after each.
 * @param say called after each run with the number done
 */
export async function runCluster(
  { runs, seed, perRole, at }: ClusterOptions,
  say: (result: ClusterRuns) => void,
): Promise<ClusterRuns> {
  const random = randomFrom(seed);
  const result: ClusterRuns = {
    violations: [],
    runs: 0,
    kills: 0,
    points: new Map(),
    recoveries: new Map(),
  };
  const choose = createChoice(result.points, random, at);
  const photo = await photoOf(96, 72);
  const postgres = await startPostgres({ survivesKill: true });
  const launcher = await createLauncher();

  async function workIn(directory: string) {
    const databaseUrl = await createDatabase(postgres.url);
    const shared = { directory, random };
    const deaths = result.points;
    const cluster = await startCluster({ ...shared, launcher, databaseUrl, deaths, perRole });
    const found = result.violations.length;
    const note = (kind: FaultKind, sentence: string) => {
      const { violations, runs: run } = result;
      if (violations.some((one) => one.kind === kind && one.sentence === sentence)) return;
      violations.push({ run: run + 1, kind, sentence });
    };
    const scene = new ClusterScene({ ...shared, cluster, postgres, photo, say: note });
    let isAnswering = true;
    for (let n = 0; n < runsPerDirectory && isAnswering && result.runs < runs; n += 1) {
      const fault = at === undefined ? faultOf(result.runs) : 'kill';
      isAnswering = await scene.run(fault, choose(result.runs)).then(
        (recoveredMs) => {
          result.recoveries.set(fault, [...(result.recoveries.get(fault) ?? []), recoveredMs]);
          return true;
        },
        (error: unknown) => {
          if (!(error instanceof ServerDied)) throw error;
          note('ended', `no answer for a minute after ${fault} in ${directory}: ${error.message}`);
          return false;
        },
      );
      scene.reportEnded();
      result.runs += 1;
      result.kills = totalOf(result.points);
      say(result);
    }
    await cluster.stop();
    return result.violations.length === found;
  }

  while (result.runs < runs) {
    const directory = await mkdtemp(join(tmpdir(), 'lightwell-faults-'));
    if (await workIn(directory)) await rm(directory, { recursive: true, force: true });
  }
  await launcher.close();
  await postgres.stop();
  return result;
}
