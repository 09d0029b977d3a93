/*
 * Converts values to a form that can be compared and printed. Actors become ids, functions names,
 * and errors messages. The order of keys is ignored.
 */
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isActor = (value: Record<string, unknown>): boolean =>
  typeof value.send === 'function' && 'sessionId' in value;

const ofError = (error: Error): unknown => {
  const failure: unknown = Reflect.get(error, 'failure');
  return {
    error: error.name,
    says: error.message,
    ...(failure ? { failure: plain(failure) } : {}),
  };
};

const nameOfActor = (actor: Record<string, unknown>): string => String(actor.systemId ?? actor.id);

type Plainly = (value: unknown, part?: (value: unknown) => unknown) => unknown;

/** @param part converts the parts of the value, for example with a cache */
export const plain: Plainly = (value, part = plain) => {
  if (typeof value === 'function') return `ƒ ${value.name}`;
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
  if (!isRecord(value)) return value ?? null;
  if (value instanceof Error) return ofError(value);
  if (isActor(value)) return `actor ${nameOfActor(value)}`;
  if (Array.isArray(value)) return value.map((one) => part(one));
  if (value instanceof Map || value instanceof Set) return [...value].map((one) => part(one));
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, part(one)]));
};

export const text = (value: unknown): string => JSON.stringify(plain(value));
