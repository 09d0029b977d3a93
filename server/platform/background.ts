import type { Platform } from './platform.ts';
import { createSweeper, type FeatureSteps } from './sweeper.ts';

const sweepEveryMs = 60_000;
const orphansEveryMs = 6 * 3_600_000;

/** The work of a feature, except the answers to requests. */
export type Feature = FeatureSteps & {
  /** Starts the feature's background work, after the recovery. */
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
   * Recovers the work that the last process left unfinished, and starts the features.
   * @param listen starts to listen; called before any data changes, so that its failure has no
   * effects
   */
  start(listen: () => Promise<void>): Promise<void>;
  /**
   * Stops all features.
   * @param closeServer ends when all requests are answered
   */
  stop(closeServer: () => Promise<void>): Promise<void>;
  /** Runs a sweep now; the server runs one every minute. */
  sweep(): Promise<void>;
};

/**
 * Creates the background work of all features. Features start in the given order and close in
 * reverse order.
 * @param removeOrphans called after the start and every six hours
 */
export function createBackground(
  { config, logger, onError }: Platform,
  {
    features,
    removeOrphans,
  }: { features: readonly Feature[]; removeOrphans: () => Promise<unknown> },
): Background {
  const sweeper = createSweeper(features, (error, step) =>
    logger.error({ err: error, step }, 'a step of the sweep failed'),
  );
  let sweeping: Promise<unknown> = Promise.resolve();
  const queue = (work: () => Promise<unknown>) => {
    sweeping = sweeping.then(work).catch(onError);
  };
  const timers = [
    setInterval(queue, sweepEveryMs, sweeper.sweep),
    setInterval(queue, orphansEveryMs, removeOrphans),
  ];

  return {
    async start(listen) {
      const recover = await sweeper.findInterrupted();
      await listen();
      await recover();
      for (const feature of features) await feature.start?.();
      await sweeper.sweep();
      queue(removeOrphans);
    },
    async stop(closeServer) {
      for (const timer of timers) clearInterval(timer);
      await Promise.all([closeServer(), ...features.map(({ stop }) => stop?.(config.stopGraceMs))]);
      await sweeping;
      for (const feature of features.toReversed()) await feature.close?.();
    },
    sweep: sweeper.sweep,
  };
}
