import type { CallName, calls } from '../../contract/calls.ts';
import type { Browser } from './browser.ts';

/**
 * Brings the server into a state and sends the call with the client; the test checks the answer.
 */
export type Ask = (browser: Browser) => Promise<unknown>;

/** Refusals that the test tries for every call at once: they need no preparation. */
const forEveryCall = ['10009'] as const;

type Refusal<Name extends CallName> = Exclude<
  (typeof calls)[Name]['refusals'][number],
  (typeof forEveryCall)[number]
>;

/**
 * One success of each call, and each refusal that the contract declares. A missing one does not
 * compile.
 */
export type Seam<Names extends CallName> = {
  [Name in Names]: { succeeds: Ask; refused: Record<Refusal<Name>, Ask> };
};

/** State of the disk on which the server stores photos. */
export const disk = { freeBytes: 1e12 };

export const { signal } = new AbortController();

/** Repeats a call one at a time; a refusal does not stop the next. */
export async function times(count: number, ask: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < count; n += 1) await ask().catch(() => {});
}
