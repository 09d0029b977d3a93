import { z } from 'zod';
import { calls, laterCalls } from '../../contract/calls.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonSchema = { [key: string]: Json };

/*
 * Keywords that `src/adapters/http/wire-schema.ts` supports. The browser would ignore any other
 * keyword, so other keywords fail the build.
 */
const understood = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  'const',
  'enum',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'pattern',
  'default',
]);

/*
 * Keywords that are omitted, because other keywords check the same, or because they check function
 * names that this server chose itself.
 */
const dropped = new Set(['$schema', 'format', 'propertyNames']);

function simplify(schema: Json, path: string): Json {
  if (Array.isArray(schema))
    return schema.map((item, index) => simplify(item, `${path}[${index}]`));
  if (schema === null || typeof schema !== 'object') return schema;
  const simple: JsonSchema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (dropped.has(keyword)) continue;
    if (keyword === 'maximum' && value === Number.MAX_SAFE_INTEGER) continue;
    if (keyword === 'minimum' && value === Number.MIN_SAFE_INTEGER) continue;
    if (!understood.has(keyword))
      throw new Error(
        `${path}: the check in the browser does not support the schema keyword "${keyword}"`,
      );
    simple[keyword] = keyword === 'properties' ? simplifyEach(value, path) : simplify(value, path);
  }
  return simple;
}

function simplifyEach(properties: Json | undefined, path: string): JsonSchema {
  const entries = Object.entries(properties as JsonSchema);
  return Object.fromEntries(
    entries.map(([name, schema]) => [name, simplify(schema, `${path}.${name}`)]),
  );
}

/**
 * Converts a schema of the contract to the small JSON Schema with which the browser checks answers.
 */
export function toWireSchema(schema: z.ZodType, name: string): Json {
  return simplify(z.toJSONSchema(schema, { io: 'input' }) as Json, name);
}

/**
 * Returns every call of `contract/calls.ts` as data: method, path, time-out, and the schema of its
 * answer. The browser gets this data instead of the contract and zod, which cost 27 kB (decision
 * 0011).
 */
export function buildWireTable(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      {
        method: call.method,
        path: call.path,
        timeoutMs: 'timeoutMs' in call ? call.timeoutMs : 30_000,
        obj: toWireSchema(call.obj, name),
      },
    ]),
  );
}

/**
 * Returns one of the two parts of the wire table. The browser loads the later part when it makes
 * the first call of that part.
 */
const partOf = (isLater: boolean) =>
  Object.fromEntries(
    Object.entries(buildWireTable()).filter(([name]) => name in laterCalls === isLater),
  );

/** Returns the calls in the page's first code. The other calls load later. */
export const buildFirstWireTable = () => partOf(false);
export const buildLaterWireTable = () => partOf(true);
