import { setTimeout as wait } from 'node:timers/promises';
import type { Kept } from '../harness/messages.ts';
import { judge, type Verdict } from './judge.ts';
import type { Customer } from './visitor.ts';

/** A task that has not ended after this time counts as stuck. */
export const settleMs = 60_000;

/** All accepted work has ended. */
export const isWorkEnded = ({ tasks, mails }: Kept): boolean =>
  tasks.every(({ status }) => status >= 2) &&
  mails.every(({ state }) => state === 'sent' || state === 'failed');

type Compared = {
  /** returns the stored state after all due work */
  look: () => Promise<Kept>;
  pause?: (ms: number) => Promise<unknown>;
  say: (kind: keyof Verdict, sentence: string) => void;
};

/**
 * Waits until all work has ended and the servers have removed all orphans, at most `settleMs`. Then
 * compares the acknowledgements with the stored state.
 */
export async function compare(
  customers: readonly Customer[],
  { look, pause = wait, say }: Compared,
): Promise<Kept> {
  const errands = customers.flatMap((customer) => customer.errands);
  const letters = customers.flatMap((customer) => customer.letters);
  const deadline = performance.now() + settleMs;
  for (;;) {
    const kept = await look();
    const found = judge(errands, kept, letters);
    // A sweep that was interrupted by a kill is continued by another process a few seconds later.
    const isSettled =
      isWorkEnded(kept) &&
      kept.temporary.length === 0 &&
      found.orphans.length === 0 &&
      found.doubled.length === 0;
    if (isSettled || performance.now() > deadline) {
      for (const kind of ['lost', 'doubled', 'orphans'] as const) {
        for (const sentence of found[kind]) say(kind, sentence);
      }
      return kept;
    }
    await pause(50);
  }
}
