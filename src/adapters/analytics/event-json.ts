/** limit of keys per event (R59) */
const mostKeys = 1000;
/** limit of characters per text, because the collector truncates longer texts and event names */
const longestText = 1024;
const deepest = 10;

/** Truncates the text and replaces lone surrogates. */
const textOf = (value: string): string => value.slice(0, longestText).toWellFormed();

type Count = { keys: number };

function plainOf(value: unknown, path: readonly object[], count: Count): unknown {
  switch (typeof value) {
    case 'string':
      return textOf(value);
    case 'bigint':
      return textOf(String(value));
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : objectOf(value, path, count);
    default:
      return undefined;
  }
}

function objectOf(value: object, path: readonly object[], count: Count): unknown {
  if (path.includes(value) || path.length >= deepest) return undefined;
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? null : value.toISOString();
  }
  const inner = [...path, value];
  if (value instanceof Set || Array.isArray(value)) {
    const list = Array.isArray(value) ? value : [...value];
    return list.slice(0, mostKeys).map((one) => plainOf(one, inner, count) ?? null);
  }
  const entries = value instanceof Map ? value.entries() : Object.entries(value);
  const plain: Record<string, unknown> = {};
  for (const [key, one] of entries) {
    if (count.keys >= mostKeys) break;
    const kept = plainOf(one, inner, count);
    if (kept === undefined) continue;
    count.keys += 1;
    // `defineProperty`, because an assignment to a key named __proto__ would set the prototype
    Object.defineProperty(plain, textOf(String(key)), {
      value: kept,
      enumerable: true,
      configurable: true,
    });
  }
  return plain;
}

/**
 * Returns the event as JSON, or null if reading the event throws. Circular parts and functions are
 * left out. Other unsupported values become texts or lists.
 */
export function eventJson(event: Readonly<Record<string, unknown>>): string | null {
  try {
    const plain: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(event)) {
      plain[key] = plainOf(value, [event], { keys: 0 });
    }
    return JSON.stringify(plain);
  } catch {
    return null;
  }
}
