import os from 'node:os';
import type { Budget } from './pool/messages.ts';
import type { PoolOptions } from './pool/process-pool.ts';

/** What looking into one photo of a stranger may cost, and how many of them at once. */
export const inspection = {
  // An interlaced PNG of 50 megapixels and 16 bits takes 500 MB, a progressive JPEG 400.
  budget: { megabytes: 700, cpuSeconds: 15 } satisfies Budget,
  pool: {
    places: Math.min(2, os.availableParallelism()),
    wallMs: 60_000,
    maxWaiting: 64,
    // As many starts as one visitor has under way, and one more.
    maxOfOwner: 4,
    blame: 'image_too_complex',
  } satisfies PoolOptions,
};

/** One search decodes a photo and runs a small network over it. */
export const search = {
  budget: { megabytes: 1500, cpuSeconds: 120 } satisfies Budget,
  // About as many wait as are done within the time that each of them has.
  pool: { places: 1, maxWaiting: 7 } satisfies PoolOptions,
};

/** A first look takes well under a second; whoever waits longer than a few has left. */
export const preview = {
  budget: { megabytes: 900, cpuSeconds: 20 } satisfies Budget,
  // The child stays while a visitor compares functions.
  pool: {
    places: 1,
    idleMs: 60_000,
    // Longer than anybody waits: one that was given up ends between two tiles, and its child stays.
    wallMs: 20_000,
    // A child that does not answer holds up everybody else's.
    cancelPatienceMs: 2000,
    // As many as are usually done while a visitor waits; strangers of many networks share them.
    maxWaiting: 24,
    maxOfOwner: 4,
  } satisfies PoolOptions,
};
