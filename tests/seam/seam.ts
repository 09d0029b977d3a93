import type { CallName, calls } from '../../contract/calls.ts';
import type { Browser } from './browser.ts';

/** Brings the server into a state and sends the call by the client; what it answers is looked at by the test. */
export type Ask = (browser: Browser) => Promise<unknown>;

/** What is tried for every call at once: it needs no state of its own. */
const forEveryCall = ['10009'] as const;

type Refusal<Name extends CallName> = Exclude<
  (typeof calls)[Name]['refusals'][number],
  (typeof forEveryCall)[number]
>;

/** One success of each call, and each refusal that the contract declares. A missing one does not compile. */
export type Seam<Names extends CallName> = {
  [Name in Names]: { succeeds: Ask; refused: Record<Refusal<Name>, Ask> };
};

/** Of the disk that the server stores photos on. */
export const disk = { freeBytes: 1e12 };

export const { signal } = new AbortController();

/** One after the other; what a call is refused with does not stop the next. */
export async function times(count: number, ask: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < count; n += 1) await ask().catch(() => {});
}
