import { isJsonObject, type Json } from '../../src/devtools/wire/json.ts';

export type JsonChange = {
  path: string;
  kind: 'added' | 'removed' | 'changed';
  before: Json;
  after: Json;
};

function compare(before: Json, after: Json, path: string, changes: JsonChange[]): void {
  if (before === after) return;
  if (isJsonObject(before) && isJsonObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const at = path === '' ? key : `${path}.${key}`;
      const was = before[key];
      const is = after[key];
      if (was === undefined)
        changes.push({ path: at, kind: 'added', before: null, after: is ?? null });
      else if (is === undefined)
        changes.push({ path: at, kind: 'removed', before: was, after: null });
      else compare(was, is, at, changes);
    }
    return;
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  changes.push({ path, kind: 'changed', before, after });
}

/** The paths at which two values differ. Lists are compared as a whole. */
export function jsonChanges(before: Json, after: Json): JsonChange[] {
  const changes: JsonChange[] = [];
  compare(before, after, '', changes);
  return changes;
}
