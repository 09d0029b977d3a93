import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../build/fingerprint.ts';
import type { RanTest } from '../checks/requirement-proofs.ts';
import { recordOf } from '../coverage/coverage-record.ts';
import { filePrintsNow, inputsOf, textOf } from '../coverage/walked-files.ts';
import { charts as allCharts } from '../paths/charts.ts';
import { orderDescriptor } from '../paths/samples/order.descriptor.ts';
import { changedCharts, tagsLeftOut } from './default-run.ts';
import { countOfConcurrency } from './suites-of-concurrency.ts';
import { leftOutWords } from './tell-run.ts';

const charts = { order: orderDescriptor, server: orderDescriptor };
const nothing = { taken: new Map(), keyed: new Map() };
const kept = { ...recordOf(charts, nothing), files: { order: 'as it was' } };
const same = { order: 'as it was' };

it('a chart that does what it did, with files as they were, is not walked whole', () => {
  expect(changedCharts(charts, kept, same)).toEqual({ whole: [], unwalked: [] });
});

it.each([
  ['one of its files has changed', kept, { order: 'otherwise' }],
  ['nobody noted its files', recordOf(charts, nothing), same],
  ['it was never measured', { ...kept, charts: kept.charts.slice(1) }, same],
])('a chart is walked whole when %s', (_when, record, files) => {
  expect(changedCharts(charts, record, files)).toEqual({ whole: ['order'], unwalked: [] });
});

it('a chart that does something else is walked whole, or told where it has no walk', () => {
  const other = { ...kept, charts: kept.charts.map((row) => ({ ...row, fingerprint: 'other' })) };
  expect(changedCharts(charts, other, same)).toEqual({ whole: ['order'], unwalked: ['server'] });
});

it('what counts as a chart’s files is its folder, its walk and the features that import from it', () => {
  const features = {
    'src/features/account': "from '../../../machines/account/account.selectors.ts'",
    'src/features/home': "from '../../../machines/account-change/a.ts'",
  };
  const places = { folder: 'machines/account', walk: 'tests/browser/paths/account.spec.ts' };
  expect(inputsOf({ ...places, features })).toEqual([
    'machines/account',
    'tests/browser/paths/account.*.ts',
    'src/features/account',
  ]);
});

it('every chart that has a walk has files, and they are not those of another', async () => {
  const prints = Object.entries(await filePrintsNow());
  expect(prints.map(([chart]) => chart).filter((chart) => !(chart in allCharts))).toEqual([]);
  expect(new Set(prints.map(([, print]) => print)).size).toBe(prints.length);
});

it('tests of the engine are left out only while it is what it was in the last whole run', () => {
  const now = { engine: 'same', explored: {} };
  expect(tagsLeftOut(now, now)).toEqual(['whole', 'engine']);
  expect(tagsLeftOut({ ...now, engine: 'other' }, now)).toEqual(['whole']);
});

it('what only tests of a feature import says nothing of what it shows', () => {
  const only = 'createActor(appMachine';
  expect(readFileSync(join(root, 'src/features/account/credit-lines.test.tsx'), 'utf8')).toContain(
    only,
  );
  expect(textOf('src/features/account')).not.toContain(only);
  expect(textOf('src/features/account')).toContain('CreditLines');
});

it('a test of concurrency runs once in the default run, on Postgres, and is counted', () => {
  const ran = (file: string, status: RanTest['status'] = 'passed') => ({
    file,
    title: 'x',
    status,
  });
  const credits = 'server/domain/credits.test.ts';
  const all = [ran(credits), ran(credits, 'failed'), ran(credits, 'left out')];
  expect(countOfConcurrency([...all, ran('server/app.test.ts')])).toBe(2);
});

it('the closing line counts what was left out, and says nothing where nothing was', () => {
  const none = { walks: 0, journeys: 0, tests: 0, embedded: 0, proofs: 0 };
  expect(leftOutWords(none)).toBe('');
  expect(leftOutWords({ ...none, walks: 190, journeys: 34, tests: 21, embedded: 5 })).toContain(
    'left out of this run: 190 walks, 34 journeys, 21 tests that are long or proved, 5 tests of concurrency on the embedded database',
  );
  expect(leftOutWords({ ...none, embedded: 5 })).not.toBe('');
});
