type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/* An event with no field except its type becomes another event. */
const alteredFields = (fields: Fields): Fields => {
  const entries = Object.entries(fields);
  const isKept = (key: string): boolean => key === 'type' && entries.length > 1;
  return Object.fromEntries(
    entries.map(([key, value]) => [key, isKept(key) ? value : altered(value)]),
  );
};

/** A value of the same kind that differs at every level. */
export const altered = (value: unknown): unknown => {
  if (typeof value === 'string') return `${value}, altered`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return value.length > 0 ? value.slice(1) : ['altered'];
  if (value instanceof Error) return new Error(`${value.message}, altered`);
  return isFields(value) ? alteredFields(value) : 'altered';
};

/** Alters parameters, an input or a delay. If `source` is a function, alters its results. */
export const alteredSource = (source: unknown): unknown =>
  typeof source === 'function' ? (...args: unknown[]) => altered(source(...args)) : altered(source);
