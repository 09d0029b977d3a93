/** Counts concurrent items by name, up to `max` per name. Names without items are removed. */
export function createCounter(max: number) {
  const counts = new Map<string, number>();
  return {
    /**
     * Takes one of the name's `max` places. Returns a function that releases it, or null if none is
     * free.
     */
    take(name: string): (() => void) | null {
      const count = counts.get(name) ?? 0;
      if (count >= max) return null;
      counts.set(name, count + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        const left = (counts.get(name) ?? 1) - 1;
        if (left > 0) counts.set(name, left);
        else counts.delete(name);
      };
    },
  };
}
