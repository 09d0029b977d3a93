import type {
  ChartDefinition,
  StateDefinition,
} from '../../../src/devtools/tap/chart-definition.ts';
import { isJsonObject, type Json } from '../../../src/devtools/wire/json.ts';

function light(state: StateDefinition, value: Json | undefined, lit: Set<string>): void {
  lit.add(state.id);
  for (const child of state.states) {
    if (value === child.key) light(child, undefined, lit);
    else if (isJsonObject(value) && child.key in value) light(child, value[child.key], lit);
  }
}

/** Ids of all active states, including the outer ones. */
export function activeStates({ root }: ChartDefinition, value: Json): Set<string> {
  const lit = new Set<string>();
  if (value !== null) light(root, value, lit);
  return lit;
}

/** Writes `{a: 'b', c: {d: 'e'}}` as `a.b c.d.e`, as in the attribute `data-state`. */
export function valueWords(value: Json): string {
  if (typeof value === 'string') return value;
  if (!isJsonObject(value)) return '';
  return Object.entries(value)
    .flatMap(([key, below]) => {
      const words = valueWords(below);
      return words === '' ? [key] : words.split(' ').map((path) => `${key}.${path}`);
    })
    .join(' ');
}
