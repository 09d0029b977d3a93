/**
 * What each name may spend in a minute; it comes back evenly. The last piece may cost more than is
 * left, and is paid off before the next one.
 * @param now milliseconds
 */
export function createAllowance({ perMinute, now }: { perMinute: number; now: () => number }) {
  /** by name: when all of it is back */
  const wholeAt = new Map<string, number>();
  const minute = 60_000;

  const forget = (): void => {
    for (const [name, at] of wholeAt) if (at <= now()) wholeAt.delete(name);
  };

  return {
    isLeft: (name: string): boolean => (wholeAt.get(name) ?? 0) - now() < minute,
    spend(name: string, amount: number): void {
      forget();
      const from = Math.max(now(), wholeAt.get(name) ?? 0);
      wholeAt.set(name, from + (amount / perMinute) * minute);
    },
  };
}
