import os from 'node:os';
import type { Budget } from './pool/messages.ts';
import type { PoolOptions } from './pool/process-pool.ts';

/**
 * Limits of one inspection of an untrusted photo, and of the inspections that run at the same time.
 */
export const inspection = {
  // An interlaced PNG of 50 megapixels and 16 bits takes 500 MB, a progressive JPEG 400. The network
  // that finds faces stays loaded and takes 150 MB.
  budget: { megabytes: 850, cpuSeconds: 15 } satisfies Budget,
  pool: {
    places: Math.min(2, os.availableParallelism()),
    wallMs: 60_000,
    maxWaiting: 64,
    // One more than the number of tasks that a visitor may start at the same time.
    maxOfOwner: 4,
    blame: 'image_too_complex',
  } satisfies PoolOptions,
};

/** A search decodes one photo and runs a small network over it. */
export const search = {
  budget: { megabytes: 1500, cpuSeconds: 120 } satisfies Budget,
  // About as many searches as can finish within a caller's time limit.
  pool: { places: 1, maxWaiting: 7 } satisfies PoolOptions,
};

/** A preview takes well under a second. Visitors do not wait longer than a few seconds. */
export const preview = {
  budget: { megabytes: 900, cpuSeconds: 20 } satisfies Budget,
  // The child process is kept alive while a visitor compares functions.
  pool: {
    places: 1,
    idleMs: 60_000,
    // Time limit of a preview, longer than any caller waits. When a caller gives up, its preview
    // stops between two tiles, and the child process continues to run.
    wallMs: 20_000,
    // This time is short, because a child process that does not answer delays all other previews.
    cancelPatienceMs: 2000,
    // About as many previews as can finish while a visitor waits. Guests of many subnets share the
    // queue.
    maxWaiting: 24,
    maxOfOwner: 4,
  } satisfies PoolOptions,
};
