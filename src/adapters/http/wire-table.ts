import type { z } from 'zod';
import type { Call } from '../../../contract/call.ts';
import type { CallName, calls } from '../../../contract/calls.ts';
import type { WireSchema } from './wire-schema.ts';

/** One call as data; made from the contract by `tools/build/wire-table.ts`. */
export type WireCall = {
  method: Call['method'];
  /** with {name} where a path parameter goes */
  path: string;
  timeoutMs: number;
  /** of the envelope's obj */
  obj: WireSchema;
};

export type WireTable = Record<CallName, WireCall>;

/** Some of the calls. */
export type WirePart = Partial<WireTable>;

/** What a call answers after it was checked. */
export type CallAnswer<Name extends CallName> = z.output<(typeof calls)[Name]['obj']>;
