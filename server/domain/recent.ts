/** Answers of the database that are kept for a moment, so that a crowd of readers asks it once. */
export type Recent<Value> = {
  /** What is kept for the key, or what `load` finds; several at the same time share one load. */
  get(key: string, load: () => Promise<Value>): Promise<Value>;
  /** The key has changed: nothing that was read before is given out again. */
  forget(key: string): void;
};

type Entry<Value> = { value: Promise<Value>; stamp: number; until: number };

/**
 * @param options.most keys at the same time; the oldest goes first
 * @param options.keepMs how long a value is kept; 0 for one that is only shared while it loads
 * @param options.stamp when this number has changed, everything kept is out of date
 */
export function createRecent<Value>(options: {
  most: number;
  keepMs: (value: Value) => number;
  stamp?: () => number;
}): Recent<Value> {
  const { most, keepMs, stamp = () => 0 } = options;
  const entries = new Map<string, Entry<Value>>();

  function add(key: string, load: () => Promise<Value>): Promise<Value> {
    const entry = { value: load(), stamp: stamp(), until: Number.POSITIVE_INFINITY };
    entries.delete(key);
    entries.set(key, entry);
    const [oldest] = entries.keys();
    if (entries.size > most && oldest !== undefined) entries.delete(oldest);
    const drop = () => {
      if (entries.get(key) === entry) entries.delete(key);
    };
    entry.value.then((value) => {
      const ms = keepMs(value);
      if (ms <= 0) drop();
      else entry.until = performance.now() + ms;
    }, drop);
    return entry.value;
  }

  return {
    get(key, load) {
      const known = entries.get(key);
      const isGood = known && known.stamp === stamp() && performance.now() < known.until;
      return isGood ? known.value : add(key, load);
    },
    forget: (key) => void entries.delete(key),
  };
}
