import { describe, expect, it } from 'vitest';
import * as samples from './samples.ts';

/** Pairs of fields whose values are equal by definition. */
const same = [
  ['photo.name', 'photo.file.name'],
  ['photo.bytes', 'photo.file.size'],
  ['ticket.fields.key', 'ticket.fileKey'],
];

type Value = { path: string; field: string; value: string | number };

/**
 * True for a value that is unlikely to occur in two fields by chance. Small numbers and short words
 * such as `jpeg` are likely to.
 */
const isTelling = (value: unknown): value is string | number =>
  typeof value === 'number' ? Math.abs(value) > 2 : typeof value === 'string' && value.length > 5;

const valuesIn = (sample: unknown, path: string): Value[] => {
  if (isTelling(sample)) return [{ path, field: path.split('.').at(-1) ?? '', value: sample }];
  if (typeof sample !== 'object' || sample === null || Array.isArray(sample)) return [];
  return Object.entries(sample).flatMap(([key, inner]) => valuesIn(inner, `${path}.${key}`));
};

/**
 * Returns the fields of a sample that have equal values. A test would not notice if the code
 * confused such fields.
 */
const mixUps = (name: string, sample: unknown): string[] => {
  const values = valuesIn(sample, name);
  return values.flatMap((one, index) =>
    values
      .slice(index + 1)
      .filter((other) => other.value === one.value && other.field !== one.field)
      .filter(({ path }) => !same.some((pair) => pair.includes(path) && pair.includes(one.path)))
      .map((other) => `${one.path} and ${other.path} are both ${one.value}`),
  );
};

/** excludes samples that contain other samples or data from the server's manifests */
const { offer: _, wish: __, regionSearch: ___, ...own } = samples;

describe('samples', () => {
  it.each(Object.entries(own).filter(([, one]) => typeof one === 'object'))(
    'have no two fields that could be mixed up: %s',
    (name, sample) => {
      expect(mixUps(name, sample)).toEqual([]);
    },
  );

  it('reports equal values', () => {
    expect(mixUps('photo', { width: 512, height: 512 })).toEqual([
      'photo.width and photo.height are both 512',
    ]);
  });

  it('of an upload differ from the chosen photo', () => {
    const { photo, prepared } = samples;
    expect(prepared.file).not.toEqual(photo.file);
    expect(prepared.width).not.toBe(photo.width);
  });
});
