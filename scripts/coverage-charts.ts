import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { charts } from '../tests/paths/charts.ts';
import { coverageTable, mostWaivers, sumOf } from '../tests/paths/coverage.ts';
import { coveragePage } from '../tests/paths/coverage-page.ts';
import { coveragePicture } from '../tests/paths/coverage-picture.ts';
import { gapsOf, recordOf } from '../tests/paths/coverage-record.ts';
import { readMeasured } from '../tests/paths/measured.ts';
import { root } from './prepare.ts';

/*
 * What the charts of the product took in the last run of the browser tests; the life of a record,
 * which is the server's chart, also in its own tests. --json prints it as one line of data, --write
 * keeps the run in docs/machines/.
 */
const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const measured = readMeasured();
if (!measured) {
  console.error('No test has recorded transitions yet: npm test runs them.');
  process.exit(2);
}
const record = recordOf(charts, measured);
const gaps = gapsOf(record);
const { transitions, taken, waived } = sumOf(record.charts);

if (values.write) {
  const folder = join(root, 'docs', 'machines');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'coverage.json'), `${JSON.stringify(record, null, 2)}\n`);
  writeFileSync(join(folder, 'coverage.md'), coveragePage(record));
  writeFileSync(join(folder, 'coverage.svg'), coveragePicture(record));
}
if (values.json) {
  const lists = {
    open: record.charts.flatMap(({ open }) => open),
    unkeyed: record.charts.flatMap(({ chart, unkeyed }) =>
      unkeyed.map((type) => `${chart}: ${type}`),
    ),
    rows: record.charts.map(({ fingerprint: _, ...row }) => row),
  };
  const figures = { charts: record.charts.length, transitions, taken, waived };
  console.log(JSON.stringify({ name: 'coverage:charts', ...figures, ...lists }));
} else {
  console.log(coverageTable(record.charts));
  console.log(`${waived} of ${transitions} transitions waived, ${mostWaivers} allowed`);
  for (const gap of gaps) console.log(gap);
}
process.exitCode = gaps.length === 0 ? 0 : 1;
