import { z } from 'zod';

/**
 * Status of a task. 0 queued, 1 running, 2 succeeded, 3 rejected by the core (no usable face;
 * types 49 and 50 only, R35), 4 failed, 5 cancelled. 2 to 5 are final; only 2 is charged.
 */
export const dealStatus = {
  queued: 0,
  running: 1,
  succeeded: 2,
  rejected: 3,
  failed: 4,
  cancelled: 5,
} as const;

export const dealStatusSchema = z.union([
  z.literal(0),
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(4),
  z.literal(5),
]);

export type DealStatus = z.infer<typeof dealStatusSchema>;
