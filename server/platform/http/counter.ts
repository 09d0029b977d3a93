/** Counts concurrent items by name, up to `max` per name. Names without items are removed. */
export function createCounter(max: number) {
  const counts = new Map<string, number>();
  return {
    /**
     * Takes a place. Returns a function that releases the place, or null if all places are taken.
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
