import type { CallName, calls } from '../../contract/calls.ts';
import type { Browser } from './browser.ts';

/** Prepares the server and sends the call with the client. The test checks the answer. */
export type Ask = (browser: Browser) => Promise<unknown>;

/** The test tries these refusals for every call. They need no preparation. */
const forEveryCall = ['10009'] as const;

type Refusal<Name extends CallName> = Exclude<
  (typeof calls)[Name]['refusals'][number],
  (typeof forEveryCall)[number]
>;

/**
 * One success of each call, and each refusal that the contract declares. A missing case causes a
 * compile error.
 */
export type Seam<Names extends CallName> = {
  [Name in Names]: { succeeds: Ask; refused: Record<Refusal<Name>, Ask> };
};

/** The disk on which the server stores photos. */
export const disk = { freeBytes: 1e12 };

export const { signal } = new AbortController();

/** Sends a call `count` times, one after the other. Continues after refusals. */
export async function times(count: number, ask: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < count; n += 1) await ask().catch(() => {});
}
