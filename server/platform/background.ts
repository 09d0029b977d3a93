import type { Platform } from './platform.ts';
import { removeExpiredProcesses, removeProcesses } from './process/processes.store.ts';
import { createSweeper, type FeatureSteps } from './sweeper.ts';

const sweepEveryMs = 60_000;
const orphansEveryMs = 6 * 3_600_000;
const lostEveryMs = 5000;
/** Time after a sweep in which no other process sweeps. */
const sweepRestMs = 50_000;
const orphansRestMs = 3_600_000;

/** The work of a feature, except the answers to requests. */
export type Feature = FeatureSteps & {
  /** Starts the feature's background work, after the recovery. Only called in workers. */
  start?: () => Promise<void>;
  /**
   * Ends running work while open requests are answered.
   * @param graceMs time during which running work may finish
   */
  stop?: (graceMs: number) => Promise<void>;
  /** Closes the resources that the feature has opened, after the last request and sweep. */
  close?: () => Promise<void>;
};

export type Background = {
  /**
   * Recovers the work of lost processes, and starts the features.
   * @param listen starts to listen; called before any data changes, so that its failure has no
   * effects
   */
  start(listen: () => Promise<void>): Promise<void>;
  /**
   * Stops all features.
   * @param closeServer ends when all requests are answered
   */
  stop(closeServer: () => Promise<void>): Promise<void>;
  /** Runs a sweep now; one worker runs one every minute. */
  sweep(): Promise<void>;
};

/**
 * Creates the background work of all features. Features start in the given order and close in
 * reverse order.
 * @param removeOrphans called after the start and every six hours
 */
export function createBackground(
  { config, logger, db, process, removeDead, isAlone, leases, onError }: Platform,
  {
    features,
    removeOrphans,
  }: { features: readonly Feature[]; removeOrphans: () => Promise<unknown> },
): Background {
  const isWorker = config.roles.includes('worker');
  const sweeper = createSweeper(features, (error, step) =>
    logger.error({ err: error, step }, 'a step of the sweep failed'),
  );
  const timers: NodeJS.Timeout[] = [];
  let sweeping: Promise<unknown> = Promise.resolve();
  /** not part of `sweeping`, because lost work must not wait for a long sweep */
  let recovering: Promise<unknown> = Promise.resolve();
  /** Runs work after the work that was queued before. */
  const queue = (work: () => Promise<unknown>) => {
    sweeping = sweeping.then(work).catch(onError);
    return sweeping;
  };

  async function sweep() {
    await sweeper.checkOwn();
    await leases.hold(
      'sweep',
      async (lost) => {
        await sweeper.recover();
        await sweeper.sweep(lost);
      },
      { restMs: sweepRestMs },
    );
  }

  const clean = () => leases.hold('orphans', removeOrphans, { restMs: orphansRestMs });

  /** Recovers the work of processes that have ended since the last call. */
  async function recoverLost() {
    const ended = removeDead();
    await removeProcesses(db, ended);
    const expired = await removeExpiredProcesses(db, process.id);
    if (ended.length + expired.length > 0) await sweeper.recover();
  }

  function lookForLost() {
    recovering = recovering.then(recoverLost).catch(onError);
  }

  async function startWork() {
    await sweeper.recover();
    for (const feature of features) await feature.start?.();
    await queue(sweep);
    void queue(clean);
    timers.push(setInterval(queue, sweepEveryMs, sweep), setInterval(queue, orphansEveryMs, clean));
    if (!isAlone) timers.push(setInterval(lookForLost, lostEveryMs));
  }

  return {
    async start(listen) {
      await listen();
      process.start();
      if (isWorker) await startWork();
    },
    async stop(closeServer) {
      for (const timer of timers) clearInterval(timer);
      await Promise.all([closeServer(), ...features.map(({ stop }) => stop?.(config.stopGraceMs))]);
      await Promise.all([sweeping, recovering]);
      for (const feature of features.toReversed()) await feature.close?.();
      await process.end().catch(onError);
    },
    async sweep() {
      await queue(sweep);
    },
  };
}
