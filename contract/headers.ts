import { z } from 'zod';

/** Headers of every call (R30). */
export const callHeaders = z.object({
  'accept-language': z.string().optional(),
  website: z.string().max(64).optional(),
  /** empty or absent for guests (R22); an unknown token of any length is answered with 10009 */
  token: z.string().max(8192).optional(),
});
