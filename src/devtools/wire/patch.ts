import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { isSecretKey, withoutSecrets } from './without-secrets.ts';

/** The new value at a path of a context. `value` is absent if the path was removed. */
export type Patch = { path: string[]; value?: Json };

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const maxDepth = 8;

function compare(before: unknown, after: unknown, path: string[], patches: Patch[]): void {
  if (Object.is(before, after)) return;
  const walks = path.length < maxDepth && !isSecretKey(path.at(-1));
  if (walks && isPlain(before) && isPlain(after)) {
    for (const key of Object.keys(after)) {
      if (after[key] === undefined) continue;
      compare(before[key], after[key], [...path, key], patches);
    }
    for (const key of Object.keys(before)) {
      if (after[key] === undefined && before[key] !== undefined) {
        patches.push({ path: [...path, key] });
      }
    }
    return;
  }
  patches.push({ path, value: withoutSecrets(after, path.at(-1)) });
}

/** Returns the changes between two contexts of a chart, without secrets. */
export function diff(before: unknown, after: unknown): Patch[] {
  const patches: Patch[] = [];
  compare(before, after, [], patches);
  return patches;
}

function put(target: Json | undefined, path: readonly string[], patch: Patch): Json {
  const [key, ...rest] = path;
  if (key === undefined) return patch.value ?? null;
  const copy: JsonObject = isJsonObject(target) ? { ...target } : {};
  if (rest.length === 0 && patch.value === undefined) delete copy[key];
  else copy[key] = put(copy[key], rest, patch);
  return copy;
}

/** Returns `before` with the patches applied. Unchanged parts of `before` are reused. */
export const applyPatches = (before: Json, patches: readonly Patch[]): Json =>
  patches.reduce<Json>((value, patch) => put(value, patch.path, patch), before);
