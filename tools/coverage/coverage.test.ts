import { describe, expect, it } from 'vitest';
import { orderDescriptor } from '../paths/samples/order.descriptor.ts';
import { transitionsOf } from '../paths/transitions.ts';
import { coveragePage } from './coverage-page.ts';
import { coveragePicture } from './coverage-picture.ts';
import { complaintsOf, driftOf, gapsOf, recordOf, rowOf, withRow } from './coverage-record.ts';

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

const changed =
  'order: it has changed since it was measured: npm run coverage:charts -- --measure order measures it, as npm test -- --whole does';
const byHand =
  'order: its figures were not written by a measurement: npm run coverage:charts -- --measure order measures it, as npm test -- --whole does';

describe('a recorded run', () => {
  const record = run(ids, people);
  const [row] = record.charts;
  if (!row) throw new Error('no row');

  it('matches the charts it was measured on', () => {
    expect(driftOf(charts, record)).toEqual([]);
  });

  it('is out of date when a chart is added, removed or changed, and says what measures it', () => {
    expect(driftOf({ ...charts, other: orderDescriptor }, record)).toEqual([
      changed.replaceAll('order', 'other'),
    ]);
    expect(driftOf({}, record)).toEqual([
      'order: was measured but no longer exists: npm test -- --whole measures anew',
    ]);
    expect(driftOf(charts, { charts: [{ ...row, fingerprint: 'another' }] })).toEqual([changed]);
  });

  it('is out of date when a waiver is added or removed', () => {
    const waived = { ...orderDescriptor, waivers: { [first]: 'the bank does it' } };
    expect(driftOf(charts, run(rest, people, waived))).toEqual([changed]);
    expect(driftOf({ order: waived }, record)).toEqual([changed]);
    expect(driftOf({ order: waived }, run(rest, people, waived))).toEqual([]);
  });

  it('shows that a figure was written by hand', () => {
    const [gappy] = run(rest, people.slice(1)).charts;
    if (!gappy) throw new Error('no row');
    expect(driftOf(charts, { charts: [gappy] })).toEqual([]);
    expect(driftOf(charts, { charts: [{ ...gappy, open: [], taken: ids.length }] })).toEqual([
      byHand,
    ]);
    expect(driftOf(charts, { charts: [{ ...gappy, unkeyed: [] }] })).toEqual([byHand]);
    expect(driftOf(charts, { charts: [{ ...row, seal: gappy.seal }] })).toEqual([byHand]);
  });

  it('takes the figures of one chart that was measured alone, and keeps the others', () => {
    const both = { ...charts, other: orderDescriptor };
    const measured = { taken: new Map([['other', new Set(ids)]]), keyed: new Map() };
    const alone = rowOf('other', orderDescriptor, measured);
    const merged = withRow(both, record, alone);
    expect(merged.charts).toEqual([row, alone]);
    expect(withRow(charts, merged, row).charts).toEqual([row]);
    expect(driftOf(both, merged)).toEqual([]);
  });

  it('proves nothing when it has gaps', () => {
    expect(complaintsOf(charts, record)).toEqual([]);
    expect(complaintsOf(charts, run(rest, people))).toContain(`open: ${first}`);
    expect(complaintsOf({}, record)).toHaveLength(1);
  });

  it('is rendered alike as a page and as a picture', () => {
    const part = run(rest, people);
    const share = `${rest.length}/${ids.length}`;
    expect(coveragePage(part)).toContain(`| ${rest.length} | ${ids.length} | 0 | 92 % |`);
    expect(coveragePage(part)).toContain(`- \`${first}\``);
    expect(coveragePicture(part)).toContain(`>${share}</text>`);
    expect(coveragePicture(part)).toContain('<title>1 open</title>');
  });
});
