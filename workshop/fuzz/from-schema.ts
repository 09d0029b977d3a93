import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';

type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  pattern?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};

const longest = 100;

function ofString({ pattern, maxLength = longest }: Schema): Arbitrary<unknown> {
  return pattern
    ? fc.stringMatching(new RegExp(pattern))
    : fc.string({ maxLength: Math.min(maxLength, longest) });
}

function ofObject({ properties = {}, required = [], additionalProperties }: Schema) {
  const known = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, ofSchema(schema)]),
  );
  const object = fc.record(known, { requiredKeys: required.filter((name) => name in known) });
  if (typeof additionalProperties !== 'object') return object;
  const more = fc.dictionary(fc.string({ maxLength: 20 }), ofSchema(additionalProperties), {
    maxKeys: 4,
  });
  return fc.tuple(object, more).map(([own, other]) => ({ ...other, ...own }));
}

function ofSchema(schema: Schema): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(ofSchema));
  const { minimum: min = -1e9, maximum: max = 1e9 } = schema;
  switch (schema.type) {
    case 'string':
      return ofString(schema);
    case 'integer':
      return fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
    case 'number':
      return fc.double({ min, max, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'object':
      return ofObject(schema);
    case 'array':
      return fc.array(ofSchema(schema.items ?? {}), { maxLength: 5 });
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

export const fitting = (schema: z.ZodType): Arbitrary<unknown> =>
  ofSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema);

/** Values that a server may not expect. */
export const odd: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...['', ' ', '0', '-1', '1e400', 'NaN', 'null', '\0', '../', '%00', '%', '💥', '\ud800'],
    ...['8640000000000001', '9223372036854775808', '1.5', '__proto__', '{}', '[]', "' or 1=1 --"],
    ...[null, true, -1, 0.5, 1e308, [], {}, 'x'.repeat(5000)],
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** an object from JSON may have a property `toString`, which makes a conversion to text fail */
const nameOf = (strange: unknown) =>
  (typeof strange === 'string' ? strange : JSON.stringify(strange)).slice(0, 20);

/** @param change 0 and 1 change nothing; other numbers remove, add or replace one property */
export function withOdd(given: unknown, strange: unknown, at: number, change: number): unknown {
  if (typeof given !== 'object' || given === null) return change < 3 ? given : strange;
  const names = Object.keys(given);
  const name = names[at % Math.max(1, names.length)];
  if (change < 2 || name === undefined) return given;
  if (change === 2) return { ...given, [name]: undefined };
  if (change === 3) return { ...given, [nameOf(strange)]: strange };
  return { ...given, [name]: strange };
}

/**
 * Returns mostly the given values, and sometimes values with one property changed, removed or
 * added.
 */
export const nearly = (value: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc
    .tuple(value, odd, fc.nat(), fc.integer({ min: 0, max: 5 }))
    .map(([given, strange, at, change]) => withOdd(given, strange, at, change));
