/** The part of JSON Schema that `tools/build/wire-table.ts` generates from the contract. */
export type WireSchema = {
  type?: string | readonly string[];
  properties?: Record<string, WireSchema>;
  required?: readonly string[];
  additionalProperties?: WireSchema | boolean;
  items?: WireSchema;
  anyOf?: readonly WireSchema[];
  const?: unknown;
  enum?: readonly unknown[];
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  pattern?: string;
  default?: unknown;
};

/**
 * Thrown for an answer that does not match the contract. `message` names the path of the field that
 * does not match.
 */
export class WireMismatch extends Error {}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

function hasType(type: string, value: unknown): boolean {
  return type === 'integer' ? Number.isSafeInteger(value) : typeOf(value) === type;
}

function isNumberInside(schema: WireSchema, value: number): boolean {
  return (
    Number.isFinite(value) &&
    value >= (schema.minimum ?? value) &&
    value > (schema.exclusiveMinimum ?? Number.NEGATIVE_INFINITY) &&
    value <= (schema.maximum ?? value)
  );
}

function isStringInside(schema: WireSchema, value: string): boolean {
  return (
    value.length >= (schema.minLength ?? 0) &&
    value.length <= (schema.maxLength ?? value.length) &&
    (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value))
  );
}

function isInside(schema: WireSchema, value: unknown): boolean {
  if ('const' in schema && value !== schema.const) return false;
  if (schema.enum && !schema.enum.includes(value)) return false;
  if (typeof value === 'number') return isNumberInside(schema, value);
  if (typeof value === 'string') return isStringInside(schema, value);
  return true;
}

function readArray(schema: WireSchema, value: readonly unknown[], place: string): unknown[] {
  if (value.length < (schema.minItems ?? 0)) throw new WireMismatch(`${place} is too short`);
  const { items } = schema;
  return items ? value.map((item, index) => read(items, item, `${place}[${index}]`)) : [...value];
}

function readObject(schema: WireSchema, value: object, place: string): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const source = value as Record<string, unknown>;
  const properties = schema.properties ?? {};
  for (const [name, property] of Object.entries(properties)) {
    if (Object.hasOwn(source, name) && source[name] !== undefined) {
      result[name] = read(property, source[name], `${place}.${name}`);
    } else if ('default' in property) result[name] = property.default;
    else if (schema.required?.includes(name)) throw new WireMismatch(`${place}.${name} is missing`);
  }
  const others = schema.additionalProperties;
  if (typeof others !== 'object') return result;
  for (const [name, item] of Object.entries(source)) {
    if (name in properties || name === '__proto__') continue;
    result[name] = read(others, item, `${place}.${name}`);
  }
  return result;
}

function readAny(schemas: readonly WireSchema[], value: unknown, place: string): unknown {
  let reason: unknown;
  for (const schema of schemas) {
    try {
      return read(schema, value, place);
    } catch (error) {
      reason ??= error;
    }
  }
  throw reason;
}

function read(schema: WireSchema, value: unknown, place: string): unknown {
  if (schema.anyOf) return readAny(schema.anyOf, value, place);
  if (schema.type && ![schema.type].flat().some((type) => hasType(type, value))) {
    throw new WireMismatch(
      `${place} is ${typeOf(value)}, not ${[schema.type].flat().join(' or ')}`,
    );
  }
  if (!isInside(schema, value)) throw new WireMismatch(`${place} has a value that is not allowed`);
  if (Array.isArray(value)) return readArray(schema, value, place);
  if (typeof value === 'object' && value !== null) return readObject(schema, value, place);
  return value;
}

/**
 * Returns `value` with the schema's defaults and without unknown properties.
 * @throws WireMismatch if the value does not match the schema
 */
export function readWire(schema: WireSchema, value: unknown, name: string): unknown {
  return read(schema, value, name);
}
