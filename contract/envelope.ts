import { z } from 'zod';

/**
 * Every JSON answer of the API. `success` is a string code: "1" is success, anything else is in
 * `error-codes.ts`. `msg` is for developers and logs; words for people live in `locales/`.
 */
export const envelope = <Obj extends z.ZodType>(obj: Obj) =>
  z.object({
    success: z.string(),
    msg: z.string(),
    obj: obj.nullable(),
  });

export type Envelope<Obj> = { success: string; msg: string; obj: Obj | null };
