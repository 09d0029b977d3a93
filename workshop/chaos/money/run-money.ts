import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { moneyPoints } from '../../../server/platform/write-points.ts';
import { photo } from '../../../server/testing/visitor.fixture.ts';
import { randomFrom } from '../../paths/random.ts';
import { type DieAt, totalOf } from '../harness/host.ts';
import { readBooks } from './books.ts';
import type { MoneyHost } from './host.ts';
import { judge } from './judge.ts';
import { ask, newBuyer, oneOf, type Scene } from './scene.ts';
import { happens } from './schedule.ts';
import { settle } from './settle.ts';
import { watch } from './watch.ts';

/** A violation with the seed that repeats its schedule. */
export type Violation = { seed: number; sentence: string };

export type MoneyRuns = {
  runs: number;
  seed: number;
  /** number of events in all schedules */
  events: number;
  /** number of server deaths */
  crashes: number;
  violations: Violation[];
  points: Record<string, number>;
};

const mostEvents = 16;
/** In half of the schedules no server dies, because a crash could hide other bugs. */
function choosePoint({ random }: Scene, isDeadly: boolean): DieAt | null {
  if (isDeadly) return { point: oneOf({ random }, moneyPoints), passes: 0 };
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

async function newScene(host: MoneyHost, random: () => number): Promise<Scene> {
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
async function runScene(scene: Scene, where: DieAt | null): Promise<number> {
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

async function runOnce(host: MoneyHost, seed: number, isDeadly: boolean) {
  const random = randomFrom(seed);
  await host.begin(random);
  const scene = await newScene(host, random);
  return { scene, events: await runScene(scene, choosePoint(scene, isDeadly)) };
}

export type MoneyOptions = {
  runs: number;
  seed: number;
  /** if set, the server dies in each run, up to this number of deaths in total */
  kills?: number;
};

/** @param say called after each run with the findings */
export async function runMoney(
  host: MoneyHost,
  { runs, seed, kills = Infinity }: MoneyOptions,
  say: (result: MoneyRuns, scene: Scene) => void = () => {},
): Promise<MoneyRuns> {
  const result: MoneyRuns = { runs: 0, seed, events: 0, crashes: 0, violations: [], points: {} };
  for (let n = seed; result.runs < runs && result.crashes < kills; n += 1) {
    const timer = host.openSteps && watch(host.openSteps, n);
    const { scene, events } = await runOnce(host, n, kills !== Infinity);
    clearTimeout(timer ?? undefined);
    result.runs += 1;
    result.events += events;
    result.points = Object.fromEntries(host.deaths);
    result.crashes = totalOf(host.deaths);
    result.violations.push(...scene.violations.map((sentence) => ({ seed: n, sentence })));
    say(result, scene);
  }
  return result;
}
