import type { z } from 'zod';

export type Call = {
  method: 'GET' | 'POST' | 'DELETE';
  /** with {name} where a path parameter goes */
  path: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** schema of the envelope's obj */
  obj: z.ZodType;
  summary: string;
  /** milliseconds the client waits; 30 000 where absent */
  timeoutMs?: number;
};
