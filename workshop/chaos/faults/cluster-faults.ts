import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type WritePoint, writePoints } from '../../../server/platform/write-points.ts';
import type { PostgresServer } from '../../../tools/testing/start-postgres.ts';
import type { Cluster, Member, Role } from '../harness/cluster.ts';
import { survives } from '../harness/host.ts';
import { aheadOf, dayMs, leaves, needMonths, needYears } from './scene.ts';
import type { Swept } from './visitor.ts';

/** After this time without reaching the write point, the process is killed. */
const pointMs = 4000;
/** A lease lasts 30 s, and the others look for lost processes every 5 s. */
const beyondLeaseMs = 37_000;

export const faultNames = [
  'kill',
  'kill of Postgres',
  'messages lost and reordered',
  'rolling restart',
  'slow network',
  'broken connections',
  'full disk',
  'frozen process',
  'silent network',
] as const;

export type FaultName = (typeof faultNames)[number];

/** The faults of a run of the tool, in order. Most runs kill; the slow faults are rare. */
const order: readonly FaultName[] = [
  'kill',
  'kill of Postgres',
  'messages lost and reordered',
  'rolling restart',
  'kill',
  'broken connections',
  'kill',
  'full disk',
  'kill',
  'slow network',
  'kill',
  'kill of Postgres',
  'kill',
  'frozen process',
  'kill',
  'kill',
  'silent network',
  'kill',
  'kill',
  'kill',
];

export const faultOf = (run: number): FaultName => order[run % order.length] ?? 'kill';

export type FaultDeps = {
  cluster: Cluster;
  postgres: PostgresServer;
  directory: string;
  random: () => number;
  /** notes that the clocks advance, so that data may be deleted */
  expectSweep: (swept: Swept) => void;
  /** reports a process that did not stop in order */
  onEnded: (sentence: string) => void;
};

/** Ends a fault when visitors have stopped. Null if the fault has already ended. */
export type Undo = (() => Promise<void>) | null;

/** Runs `work` again and again until it returns true. */
async function until(isTrue: () => boolean, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!isTrue() && performance.now() < deadline) await wait(20);
}

export function createFaults(deps: FaultDeps) {
  const { cluster, postgres, directory, random, expectSweep, onEnded } = deps;
  const moment = () => wait(100 + random() * 900);

  const oneOf = (role?: Role): Member => {
    const among = role
      ? cluster.living(role)
      : [...cluster.living('web'), ...cluster.living('worker')];
    const member = among[Math.floor(random() * among.length)];
    if (!member) throw new Error(`Expected a living ${role ?? 'process'}.`);
    return member;
  };

  /** Kills a web process and a worker at any moment, one after the other. */
  async function killTwo(victims: readonly Member[]) {
    for (const { host } of victims) {
      if (host.isDead()) continue;
      host.kill();
      await host.gone().catch(() => {});
      if (random() < 0.5) await moment();
    }
  }

  async function killAtWork(point: WritePoint | null) {
    const victims = [oneOf('web'), oneOf('worker')];
    const passes = Math.floor(random() * 3);
    if (point) for (const { host } of victims) host.dieAt(point, passes);
    await until(() => victims.some(({ host }) => host.isDead()), point ? pointMs : random() * 1000);
    await killTwo(victims);
  }

  /** Advances the clock, and kills the worker that does the due work. */
  async function killAtSweep(point: WritePoint) {
    const workers = cluster.living('worker');
    await moment();
    const isYearLater = needYears.has(point);
    const swept = isYearLater || needMonths.has(point) ? 'months' : 'hours';
    expectSweep(swept);
    if (point === 'orphan.removed') {
      await mkdir(join(directory, 'files', 'uploads'), { recursive: true });
      await writeFile(join(directory, 'files', 'uploads', 'nobody.png'), 'nobody');
    }
    await cluster.advance(isYearLater ? 366 * dayMs : aheadOf[swept]);
    for (const { host } of workers) host.dieAt(point, 0);
    for (const { host } of workers) {
      if (workers.every((one) => !one.host.isDead())) await survives(host.sweep);
    }
    if (workers.every(({ host }) => !host.isDead())) await killTwo([oneOf('worker')]);
  }

  /** Kills a worker, and then the other one while it recovers the work of the first. */
  async function killAtRecovery(point: WritePoint) {
    const [first, second] = cluster.living('worker');
    const before = leaves.get(point);
    if (!first || !second) throw new Error('Expected two workers.');
    if (before) first.host.dieAt(before, 0);
    await until(() => first.host.isDead(), before ? pointMs : 0);
    await killTwo([first]);
    second.host.dieAt(point, 0);
    await survives(second.host.sweep);
  }

  async function kill(point: WritePoint | null): Promise<void> {
    const { sweep, start } = writePoints;
    if (start.some((name) => name === point)) await killAtRecovery(point as WritePoint);
    else if (sweep.some((name) => name === point)) await killAtSweep(point as WritePoint);
    else await killAtWork(point);
  }

  /** Sets a member aside for longer than its lease. */
  async function setAside(member: Member, disturb: (isDisturbed: boolean) => void): Promise<Undo> {
    await moment();
    const until = performance.now() + beyondLeaseMs;
    member.isAside = true;
    disturb(true);
    await moment();
    return async () => {
      await wait(Math.max(0, until - performance.now()));
      disturb(false);
      member.isAside = false;
    };
  }

  const faults: Record<FaultName, (point: WritePoint | null) => Promise<Undo>> = {
    async kill(point) {
      await kill(point);
      return null;
    },
    async 'kill of Postgres'() {
      await moment();
      cluster.isTroubled = true;
      await postgres.killAndRestart();
      return null;
    },
    async 'messages lost and reordered'(point) {
      cluster.isShuffling = true;
      await kill(point);
      return async () => {
        cluster.isShuffling = false;
      };
    },
    async 'rolling restart'() {
      for (const { name, host } of cluster.members) {
        await moment();
        const code = await host.terminate();
        if (code !== 0) onEnded(`${name} stopped with ${code}: ${host.lastError()}`);
        await host.revive();
      }
      return null;
    },
    async 'slow network'(point) {
      for (const { database, visitors } of cluster.members) {
        database.delay(30);
        visitors.delay(30);
      }
      await kill(point);
      return async () => {
        for (const { database, visitors } of cluster.members) {
          database.delay(0);
          visitors.delay(0);
        }
      };
    },
    async 'broken connections'() {
      cluster.isTroubled = true;
      for (let n = 0; n < 6; n += 1) {
        await wait(random() * 400);
        const { database, visitors } = oneOf();
        if (random() < 0.7) database.cut();
        else visitors.cut();
      }
      return null;
    },
    async 'full disk'() {
      await moment();
      cluster.isTroubled = true;
      const members = [...cluster.living('web'), ...cluster.living('worker')];
      for (const { host } of members) await host.fillDisk(true);
      await wait(1500);
      for (const { host } of members) await host.fillDisk(false);
      return null;
    },
    async 'frozen process'() {
      const member = oneOf();
      return await setAside(member, (isFrozen) => member.host.freeze(isFrozen));
    },
    async 'silent network'() {
      cluster.isTroubled = true;
      const member = oneOf();
      return await setAside(member, (isSilent) => member.database.silence(isSilent));
    },
  };
  return faults;
}
