/**
 * Working time of each name per minute; it refills evenly. The last item may take more than remains; the
 * overdraft is paid off before the next one.
 * @param perMinute milliseconds
 * @param now milliseconds
 */
export function createTimeBudget({ perMinute, now }: { perMinute: number; now: () => number }) {
  /** when the budget of each name is full again, in milliseconds of `now` */
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
