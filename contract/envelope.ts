import { z } from 'zod';

/**
 * Every JSON answer of the API. `success` is a string code: "1" is success, every other code is in
 * `error-codes.ts`. `msg` is the message for people in the language of Accept-Language; it is
 * empty on success. `detail` names the fields of an invalid request, for developers. `errorId` is
 * the id of a failure of the server (status 500 and above) or of a declined charge; the server's log
 * has the same id.
 */
export const envelope = <Obj extends z.ZodType>(obj: Obj) =>
  z.object({
    success: z.string(),
    msg: z.string(),
    obj: obj.nullable(),
    detail: z.string().optional(),
    errorId: z.string().optional(),
  });

export type Envelope<Obj> = {
  success: string;
  msg: string;
  obj: Obj | null;
  detail?: string;
  errorId?: string;
};
