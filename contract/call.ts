import type { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';

type AnyCall = {
  /** path parameters are written as `{name}` */
  path: string;
  params?: z.ZodObject;
  /** schema of the envelope's obj */
  obj: z.ZodType;
  /** codes that the call can return besides `generalRefusals` */
  refusals: readonly ErrorCode[];
  summary: string;
  /** milliseconds until the client gives up; default 30 000 */
  timeoutMs?: number;
};

/** The method decides how the payload is sent (R31). */
export type Call = AnyCall &
  (
    | { method: 'POST' | 'PUT'; body?: z.ZodObject; query?: never }
    | { method: 'GET' | 'DELETE'; query?: z.ZodObject; body?: never }
  );
