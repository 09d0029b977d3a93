/** Counts what is under way by name; a name is forgotten when nothing is left of it. */
export function createCounter(max: number) {
  const counts = new Map<string, number>();
  return {
    /** How to give the place back; null when all are taken. */
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
