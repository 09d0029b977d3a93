import { describe, expect, it } from 'vitest';
import { coveragePage } from './coverage-page.ts';
import { coveragePicture } from './coverage-picture.ts';
import { complaintsOf, driftOf, gapsOf, recordOf } from './coverage-record.ts';
import { orderDescriptor } from '../paths/samples/order.descriptor.ts';
import { transitionsOf } from '../paths/transitions.ts';

const charts = { order: orderDescriptor };
const ids = transitionsOf(orderDescriptor.machine).map(({ id }) => id);
const people = Object.keys(orderDescriptor.people ?? {});
const [first = '', ...rest] = ids;

const run = (taken: readonly string[], keyed: readonly string[], model = orderDescriptor) =>
  recordOf(
    { order: model },
    { taken: new Map([['order', new Set(taken)]]), keyed: new Map([['order', new Set(keyed)]]) },
  );

describe('the coverage of a run', () => {
  it('has no gaps when every transition is covered and every user event is triggered by keyboard', () => {
    expect(gapsOf(run(ids, people))).toEqual([]);
  });

  it('names every open transition and every user event without a key, and what to do', () => {
    const gaps = gapsOf(run(rest, people.slice(1)));
    expect(gaps).toContain(`open: ${first}`);
    expect(gaps).toContain(`never by keyboard: order | ${people[0]}`);
    expect(gaps.filter((line) => line.endsWith('.'))).toHaveLength(2);
  });

  it('accepts a waiver only for an open transition', () => {
    const waived = { ...orderDescriptor, waivers: { [first]: 'the bank does it' } };
    expect(gapsOf(run(rest, people, waived))).toEqual([]);
    expect(gapsOf(run(ids, people, waived))).toContain(`waived but covered: ${first}`);
  });

  it('accepts at most three waivers', () => {
    const four = Object.fromEntries(ids.slice(0, 4).map((id) => [id, 'a reason']));
    const gaps = gapsOf(run(ids.slice(4), people, { ...orderDescriptor, waivers: four }));
    expect(gaps).toContain('waivers: 4; at most 3 are allowed');
  });

  it('ignores transitions that the chart does not have', () => {
    const [row] = run([...ids, 'order.nowhere | go | 0 | -'], people).charts;
    expect(row).toMatchObject({ transitions: ids.length, taken: ids.length });
  });
});

describe('a recorded run', () => {
  it('matches the charts it was measured on', () => {
    expect(driftOf(charts, run(ids, people))).toEqual([]);
  });

  it('is out of date when a chart is added, removed or changed', () => {
    const record = run(ids, people);
    expect(driftOf({ ...charts, other: orderDescriptor }, record)).toEqual([
      'other: its transitions or waivers differ from the last measured run',
    ]);
    expect(driftOf({}, record)).toEqual(['order: was measured but no longer exists']);
    const [row] = record.charts;
    if (!row) throw new Error('no row');
    expect(driftOf(charts, { charts: [{ ...row, fingerprint: 'another' }] })).toHaveLength(1);
  });

  it('is out of date when a waiver is added or removed', () => {
    const waived = { ...orderDescriptor, waivers: { [first]: 'the bank does it' } };
    const sentence = 'order: its transitions or waivers differ from the last measured run';
    expect(driftOf(charts, run(rest, people, waived))).toEqual([sentence]);
    expect(driftOf({ order: waived }, run(ids, people))).toEqual([sentence]);
    expect(driftOf({ order: waived }, run(rest, people, waived))).toEqual([]);
  });

  it('proves nothing when it has gaps', () => {
    expect(complaintsOf(charts, run(ids, people))).toEqual([]);
    expect(complaintsOf(charts, run(rest, people))).toContain(`open: ${first}`);
    expect(complaintsOf({}, run(ids, people))).toEqual([
      'order: was measured but no longer exists: npm test measures them',
    ]);
  });

  it('is rendered alike as a page and as a picture', () => {
    const record = run(rest, people);
    const share = `${rest.length}/${ids.length}`;
    expect(coveragePage(record)).toContain(`| ${rest.length} | ${ids.length} | 0 | 92 % |`);
    expect(coveragePage(record)).toContain(`- \`${first}\``);
    expect(coveragePicture(record)).toContain(`>${share}</text>`);
    expect(coveragePicture(record)).toContain('<title>1 open</title>');
  });
});
