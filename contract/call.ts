import type { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';

type AnyCall = {
  /** with {name} where a path parameter goes */
  path: string;
  params?: z.ZodObject;
  /** schema of the envelope's obj */
  obj: z.ZodType;
  /** codes that it gives besides `generalRefusals` */
  refusals: readonly ErrorCode[];
  summary: string;
  /** milliseconds the client waits; 30 000 where absent */
  timeoutMs?: number;
};

/** The method decides where the payload travels (R31). */
export type Call = AnyCall &
  (
    | { method: 'POST' | 'PUT'; body?: z.ZodObject; query?: never }
    | { method: 'GET' | 'DELETE'; query?: z.ZodObject; body?: never }
  );
