import { z } from 'zod';

/** POST /v1/event/track/log: the operation log. Unknown parameters are stored unchanged. */
export const eventLogBody = z.object({
  name: z.string().min(1).max(100),
  parameters: z
    .record(z.string().max(100), z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]))
    .default({}),
});
