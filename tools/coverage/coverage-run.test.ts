import { describe, expect, it } from 'vitest';
import { orderDescriptor } from '../paths/samples/order.descriptor.ts';
import { transitionsOf } from '../paths/transitions.ts';
import { recordOf } from './coverage-record.ts';
import { keptRun, lastRun, partialRun, whyNotKept } from './coverage-run.ts';

const charts = { order: orderDescriptor };
const ids = transitionsOf(orderDescriptor.machine).map(({ id }) => id);
const measuredBy = (files: string[], taken: readonly string[] = ids) => ({
  taken: new Map([['order', new Set(taken)]]),
  keyed: new Map([['order', new Set(Object.keys(orderDescriptor.people ?? {}))]]),
  files,
});

describe('the last run', () => {
  it('says how many tests and files measured, and is kept when it has no gaps', () => {
    const run = lastRun(charts, measuredBy(['order.spec.ts', 'order.spec.ts', 'job.spec.ts']), [
      'order.spec.ts',
    ]);
    expect(run.says).toBe('The last run: 3 tests of 2 files.');
    expect(run).toMatchObject({ source: 'last run', tests: 3, absent: [], gaps: [] });
    expect(whyNotKept(run)).toBeUndefined();
  });

  it('says which walks it did without', () => {
    const walks = ['order.spec.ts', 'app.spec.ts'];
    const run = lastRun(charts, measuredBy(['order.spec.ts']), walks);
    expect(run.absent).toEqual(['app.spec.ts']);
    expect(run.says).toContain('a part of all, without app.spec.ts');
  });

  it('is not kept with gaps', () => {
    const run = lastRun(charts, measuredBy(['order.spec.ts'], ids.slice(1)), []);
    expect(run.gaps).toContain(`open: ${ids[0]}`);
    expect(whyNotKept(run)).toMatch(/was not kept .* has gaps/);
  });
});

describe('a run of some charts', () => {
  it('tells what they did not take, which is no gap: other tests may take it', () => {
    const run = partialRun(charts, measuredBy(['order.spec.ts'], ids.slice(1)), ['order']);
    expect(run.gaps).toEqual([]);
    expect(run.notes).toContain(`not taken in this run: ${ids[0]}`);
  });

  it('has nothing to tell of other charts, nor of one that took everything', () => {
    expect(partialRun(charts, measuredBy([], []), []).record.charts).toEqual([]);
    expect(partialRun(charts, measuredBy(['order.spec.ts']), ['order']).notes).toEqual([]);
  });
});

describe('the kept run', () => {
  const record = recordOf(charts, measuredBy([]));

  it('stands in with its figures, and says that it does', () => {
    const run = keptRun(charts, record);
    expect(run).toMatchObject({ record, gaps: [] });
    expect(run.source).toBe('kept run of docs/machines/coverage.json');
    expect(run.says).toContain('kept run of docs/machines/coverage.json');
    expect(whyNotKept(run)).toMatch(/^Nothing was kept/);
  });

  it('is complained about when it is of other charts', () => {
    expect(keptRun({}, record).gaps).toHaveLength(1);
  });
});
