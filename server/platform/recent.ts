/** Short-lived cache for reads of the database. Concurrent readers share one read. */
export type Recent<Value> = {
  /** Returns the cached value, or the result of `load`. Concurrent calls share one `load`. */
  get(key: string, load: () => Promise<Value>): Promise<Value>;
  /** Invalidates a key: a value that was read earlier is not returned again. */
  forget(key: string): void;
  /** Invalidates all keys. */
  forgetAll(): void;
};

type Entry<Value> = { value: Promise<Value>; stamp: number; until: number };

/**
 * Creates a cache.
 * @param options.most maximum number of keys; the oldest key is removed first
 * @param options.keepMs lifetime of a value; with 0, only concurrent calls share a value
 * @param options.stamp a change of this number invalidates all values
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
    forgetAll: () => entries.clear(),
  };
}
