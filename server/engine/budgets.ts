import os from 'node:os';
import type { Budget } from './pool/messages.ts';
import type { PoolOptions } from './pool/process-pool.ts';

/** Limits for the inspection of one untrusted photo, and the number of concurrent inspections. */
export const inspection = {
  // An interlaced PNG of 50 megapixels and 16 bits takes 500 MB, a progressive JPEG 400.
  budget: { megabytes: 700, cpuSeconds: 15 } satisfies Budget,
  pool: {
    places: Math.min(2, os.availableParallelism()),
    wallMs: 60_000,
    maxWaiting: 64,
    // One more than the number of starts that one visitor can have under way.
    maxOfOwner: 4,
    blame: 'image_too_complex',
  } satisfies PoolOptions,
};

/** One search decodes a photo and runs a small network over it. */
export const search = {
  budget: { megabytes: 1500, cpuSeconds: 120 } satisfies Budget,
  // About as many as can be finished within a caller's time limit.
  pool: { places: 1, maxWaiting: 7 } satisfies PoolOptions,
};

/** A preview takes well under a second; a visitor who waits for more than a few has left. */
export const preview = {
  budget: { megabytes: 900, cpuSeconds: 20 } satisfies Budget,
  // The child stays while a visitor compares functions.
  pool: {
    places: 1,
    idleMs: 60_000,
    // Longer than any caller waits. A preview that its caller has given up ends between two tiles,
    // and its child process stays.
    wallMs: 20_000,
    // A child that does not answer delays all other previews.
    cancelPatienceMs: 2000,
    // About as many as finish while a visitor waits; guests of many subnets share them.
    maxWaiting: 24,
    maxOfOwner: 4,
  } satisfies PoolOptions,
};
