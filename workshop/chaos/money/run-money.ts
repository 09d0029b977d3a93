import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { moneyPoints } from '../../../server/platform/write-points.ts';
import { photo } from '../../../server/testing/visitor.fixture.ts';
import { randomFrom } from '../../paths/random.ts';
import { openDatabases } from '../faults/databases.ts';
import { createLauncher } from '../faults/faulty-server.ts';
import { readBooks } from './books.ts';
import type { Host } from './host.ts';
import { emptyAgain, emptyTables, openHostDatabase } from './host-database.ts';
import type { HostInProcess } from './host-in-process.ts';
import { judge } from './judge.ts';
import { startKilledHost } from './killed-host.ts';
import { ask, newBuyer, oneOf, type Scene } from './scene.ts';
import { happens } from './schedule.ts';
import { settle } from './settle.ts';
import { watch } from './watch.ts';

/** A run whose seed starts the same schedule again. */
export type Violation = { seed: number; sentence: string };

export type MoneyRuns = {
  runs: number;
  seed: number;
  /** events in all schedules */
  events: number;
  /** deaths of servers */
  crashes: number;
  violations: Violation[];
  points: Record<string, number>;
};

/** Irregular dates: ends of months, leap years, and ends of years. */
const beginnings = [
  ...['2027-01-31T10:00:00Z', '2027-02-28T23:50:00Z', '2028-02-29T12:00:00Z'],
  ...['2027-08-31T00:00:30Z', '2027-12-31T23:58:00Z', '2027-05-14T15:00:00Z'],
];

const mostEvents = 16;
/** Half of the schedules have no death, so that a death does not hide other faults. */
function choosePoint({ random }: Scene): { point: string; passes: number } | null {
  if (random() < 0.5) return null;
  const point = oneOf({ random }, moneyPoints);
  return { point, passes: Math.floor(random() * 3) };
}

async function tasksEnd(scene: Scene): Promise<void> {
  for (let n = 0; n < 1000; n += 1) {
    const rows = await ask(scene, sql`select 1 from tasks where status < 2 limit 1`);
    if (rows.length === 0) return;
    await wait(5);
  }
}

async function newScene(host: Host, random: () => number): Promise<Scene> {
  const scene: Scene = {
    host,
    random,
    buyers: [],
    told: [],
    story: [],
    violations: [],
    keys: 0,
    wasOut: false,
    isAboutPlan: random() < 0.35,
    photo: await photo(),
  };
  const count = random() < 0.7 ? 1 : 2;
  for (let n = 0; n < count; n += 1) scene.buyers.push(newBuyer(scene, n));
  return scene;
}

/** Runs one schedule on an empty server. @returns the history, with the violations */
export async function runScene(
  scene: Scene,
  where: { point: string; passes: number } | null,
): Promise<number> {
  const { host, random } = scene;
  if (where) {
    host.dieAt(where.point, where.passes);
    scene.story.push(`dies at ${where.point}, after ${where.passes}`);
  }
  const events = 4 + Math.floor(random() * mostEvents);
  for (let n = 0; n < events; n += 1) {
    await happens(scene);
    if (where && random() < 0.2) host.dieAt(where.point, 0);
  }
  await settle(scene);
  await tasksEnd(scene);
  const { perDay, outages } = host;
  for (const key of outages?.refused ?? []) scene.told.push({ what: 'refused', key });
  scene.violations.push(
    ...judge(await readBooks(host.db), { told: scene.told, now: host.now(), perDay }),
    ...host.errors.splice(0).map((error) => `the server could not: ${error}`),
  );
  return events;
}

async function runOnce(
  host: HostInProcess,
  seed: number,
): Promise<{ scene: Scene; events: number }> {
  const random = randomFrom(seed);
  await host.begin(new Date(oneOf({ random }, beginnings)));
  host.engine.behave(async () => (random() < 0.6 ? 'succeed' : 'reject'));
  const scene = await newScene(host, random);
  return { scene, events: await runScene(scene, choosePoint(scene)) };
}

/** @param say called after each run with the findings */
export async function runMoney(
  host: HostInProcess,
  { runs, seed }: { runs: number; seed: number },
  say: (result: MoneyRuns, scene: Scene) => void = () => {},
): Promise<MoneyRuns> {
  const result: MoneyRuns = { runs: 0, seed, events: 0, crashes: 0, violations: [], points: {} };
  for (let n = 0; n < runs; n += 1) {
    const timer = watch(host, seed + n);
    const { scene, events } = await runOnce(host, seed + n);
    clearTimeout(timer);
    result.runs += 1;
    result.events += events;
    result.points = Object.fromEntries(host.deaths);
    result.crashes = [...host.deaths.values()].reduce((sum, deaths) => sum + deaths, 0);
    result.violations.push(...scene.violations.map((sentence) => ({ seed: seed + n, sentence })));
    say(result, scene);
  }
  return result;
}

/**
 * Runs schedules with a server in a separate process that is killed in each of them, up to that
 * many kills.
 */
export async function runKills(
  { kills, seed }: { kills: number; seed: number },
  say: (result: MoneyRuns, scene: Scene) => void = () => {},
): Promise<MoneyRuns> {
  const deaths = new Map<string, number>();
  const result: MoneyRuns = { runs: 0, seed, events: 0, crashes: 0, violations: [], points: {} };
  const databases = openDatabases();
  const url = (await databases.create('postgres')) ?? '';
  const directory = await mkdtemp(join(tmpdir(), 'lightwell-money-'));
  const launcher = await createLauncher();
  const opened = await openHostDatabase({ url });
  const place = { directory, databaseUrl: url, engine: 'fake' } as const;
  const host = await startKilledHost({ launcher, place, opened, deaths });
  const tables = await emptyTables(opened.db);
  // Not every schedule reaches every point.
  for (let n = 0; result.crashes < kills && n < 4 * kills; n += 1) {
    const random = randomFrom(seed + n);
    if (host.isDead()) await host.revive();
    await emptyAgain(opened.db, tables);
    const scene = await newScene(host, random);
    result.events += await runScene(scene, { point: oneOf(scene, moneyPoints), passes: 0 });
    result.runs += 1;
    result.points = Object.fromEntries(deaths);
    result.crashes = [...deaths.values()].reduce((sum, count) => sum + count, 0);
    result.violations.push(...scene.violations.map((sentence) => ({ seed: seed + n, sentence })));
    say(result, scene);
  }
  await host.stop();
  await launcher.close();
  await opened.close();
  await databases.stop();
  await rm(directory, { recursive: true, force: true });
  return result;
}
