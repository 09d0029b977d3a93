import { z } from 'zod';
import { creditUnit, functionCode, offeredFunction } from './functions.ts';

/**
 * GET /v1/entrance/setup (R11, R45). A function whose code is missing in `functionCredits` has unit
 * 0 and credits 0.
 */
export const setup = z.object({
  functionCredits: z.record(
    functionCode,
    z.object({ unit: creditUnit.default(0), credits: z.int().min(0).default(0) }),
  ),
  /** the functions of this server, in display order */
  functions: z.array(offeredFunction),
  /** days until a guest's record is deleted */
  retentionDays: z.int().positive(),
  /** free credits that most new accounts get once; 0 if there are none */
  welcomeCredits: z.int().min(0),
});

export type Setup = z.infer<typeof setup>;
