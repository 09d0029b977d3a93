import type { Owner } from '../owners/principal.ts';

/** Stores the start requests that are being processed, by owner and key. */
export function createStartsUnderWay() {
  const starts = new Map<string, Set<Promise<unknown>>>();
  const nameOf = (owner: Owner | null, key: string) => `${owner?.id} ${key}`;

  return {
    track<T>(owner: Owner | null, key: string, start: Promise<T>): Promise<T> {
      const name = nameOf(owner, key);
      const same = starts.get(name) ?? new Set();
      starts.set(name, same.add(start));
      return start.finally(() => {
        same.delete(start);
        if (same.size === 0) starts.delete(name);
      });
    },
    async settled(owner: Owner | null, key: string): Promise<void> {
      await Promise.allSettled(starts.get(nameOf(owner, key)) ?? []);
    },
  };
}
