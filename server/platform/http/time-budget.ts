/**
 * Creates a budget of working time for each name. A budget refills evenly over a minute. The last
 * item may exceed the budget. The next item must then wait until the overdraft is refilled.
 * @param perMinute milliseconds
 * @param now current time in milliseconds
 */
export function createTimeBudget({ perMinute, now }: { perMinute: number; now: () => number }) {
  /** time at which the budget of each name is full again, by the clock `now` */
  const wholeAt = new Map<string, number>();
  const minute = 60_000;

  const forget = (): void => {
    for (const [name, at] of wholeAt) if (at <= now()) wholeAt.delete(name);
  };

  return {
    isLeft: (name: string): boolean => (wholeAt.get(name) ?? 0) - now() < minute,
    spend(name: string, ms: number): void {
      forget();
      const from = Math.max(now(), wholeAt.get(name) ?? 0);
      wholeAt.set(name, from + (ms / perMinute) * minute);
    },
  };
}
