import { expect, it } from 'vitest';
import { z } from 'zod';
import { calls } from '../../../contract/calls.ts';
import { buildWireTable, toWireSchema } from '../../../tools/build/wire-table.ts';
import { memoryRecord, memorySetup } from '../memory/memory-samples.ts';
import { readWire, WireMismatch, type WireSchema } from './wire-schema.ts';

type Path = (string | number)[];

/** Returns the paths of a value and of all its parts. */
function placesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, item]) => placesOf(item, [...path, key]))];
}

function withChange(value: unknown, [key, ...rest]: Path, change: unknown): unknown {
  if (key === undefined) return change;
  const copy = structuredClone(value) as Record<string, unknown>;
  if (rest.length === 0 && change === undefined) delete copy[key];
  else copy[key] = withChange(copy[key], rest, change);
  return Array.isArray(value) ? Object.values(copy) : copy;
}

const junk = [undefined, null, '', 'x', -1, 0, 0.5, 2, 1e300, true, [], {}, '2026-02-30T00:00:00Z'];

const samples = {
  setup: memorySetup,
  user: {
    vipStatus: 0,
    subscriptionStatus: 0,
    allowance: { limit: 20, used: 1, resetsAt: '2026-11-21T00:00:00.000Z' },
  },
  record: memoryRecord,
  records: { records: [memoryRecord], nextCursor: null },
  uploadSignature: {
    url: 'https://storage.example/',
    fields: { key: 'a' },
    fileKey: 'a',
    maxBytes: 10,
    expiresAt: '2026-11-21T00:00:00.000Z',
  },
} as const;

it.each(Object.entries(samples))(
  'accepts and rejects answers of %s as the contract does',
  (name, sample) => {
    const schema = calls[name as keyof typeof samples].obj as z.ZodType;
    const wire = toWireSchema(schema, name) as WireSchema;
    for (const place of placesOf(sample)) {
      for (const change of junk) {
        const value = withChange(sample, place, change);
        const wanted = schema.safeParse(value);
        const read = () => readWire(wire, value, name);
        if (wanted.success) expect(read(), JSON.stringify(value)).toEqual(wanted.data);
        else expect(read, `${place.join('.')} = ${JSON.stringify(change)}`).toThrow(WireMismatch);
      }
    }
  },
);

it('fills in the defaults of the contract and drops unknown properties', () => {
  const wire = buildWireTable().setup?.obj as WireSchema;
  const answer = { ...memorySetup, functionCredits: { enhance: {} }, secret: 1 };
  expect(readWire(wire, answer, 'setup')).toEqual({
    ...memorySetup,
    functionCredits: { enhance: { unit: 0, credits: 0 } },
  });
});

it('names the path of a mismatch', () => {
  const wire = toWireSchema(calls.user.obj, 'user') as WireSchema;
  const value = { vipStatus: 0, subscriptionStatus: 0, allowance: { limit: 'many' } };
  expect(() => readWire(wire, value, 'user')).toThrow(
    'user.allowance.limit is string, not integer',
  );
});

it('rejects a schema that the browser could not check', () => {
  const schema = z.object({ a: z.array(z.string()).max(3) });
  expect(() => toWireSchema(schema, 'a')).toThrow(
    'a.a: the check in the browser does not support the schema keyword "maxItems"',
  );
});
