import { findBudget, spendBudget } from '../limits/limits.store.ts';
import type { SharedLimits } from '../limits/shared-limits.ts';

const minute = 60_000;

/**
 * Creates a budget of working time for each IP address. A budget refills evenly over a minute. The
 * last item may exceed the budget. The next item must then wait until the overdraft is refilled.
 * @param options.limit name of the budget in the database
 * @param options.perMinute milliseconds
 * @param options.shared the budgets of all processes; null if this is the only process
 * @param options.now current time in milliseconds
 */
export function createTimeBudget(options: {
  limit: string;
  perMinute: number;
  shared: SharedLimits | null;
  now: () => number;
}) {
  const { limit, perMinute, shared, now } = options;
  /** time at which the budget of each address is full again, by the clock `now` */
  const fullAt = new Map<string, number>();

  const refillOf = (address: string): number => Math.max(0, (fullAt.get(address) ?? 0) - now());

  function forgetFull(): void {
    for (const [address, at] of fullAt) if (at <= now()) fullAt.delete(address);
  }

  /** Includes what other processes have spent. */
  function note(address: string, leftMs: number): void {
    if (leftMs > refillOf(address)) fullAt.set(address, now() + leftMs);
  }

  const nameOf = (address: string, { nameOf }: SharedLimits) => `${limit} ${nameOf(address)}`;

  return {
    async isLeft(address: string): Promise<boolean> {
      if (shared && refillOf(address) < minute) {
        const name = nameOf(address, shared);
        note(address, (await shared.ask((db) => findBudget(db, name))) ?? 0);
      }
      return refillOf(address) < minute;
    },
    async spend(address: string, ms: number): Promise<void> {
      forgetFull();
      const refillMs = (ms / perMinute) * minute;
      fullAt.set(address, now() + refillOf(address) + refillMs);
      if (!shared) return;
      const name = nameOf(address, shared);
      note(address, (await shared.ask((db) => spendBudget(db, { name, refillMs }))) ?? 0);
    },
  };
}
