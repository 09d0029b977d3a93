import type { z } from 'zod';
import type { Call } from '../../../contract/call.ts';
import type { CallName, calls } from '../../../contract/calls.ts';
import type { WireSchema } from './wire-schema.ts';

/** One call as data, generated from the contract by `tools/build/wire-table.ts`. */
export type WireCall = {
  method: Call['method'];
  /** with {name} in place of a path parameter */
  path: string;
  timeoutMs: number;
  obj: WireSchema;
};

export type WireTable = Record<CallName, WireCall>;

export type WirePart = Partial<WireTable>;

export type CallAnswer<Name extends CallName> = z.output<(typeof calls)[Name]['obj']>;
