import { parseArgs } from 'node:util';
import { charts } from '../tests/paths/charts.ts';
import { coverageOf, coverageTable } from '../tests/paths/coverage.ts';
import { readMeasured } from '../tests/paths/measured.ts';

/*
 * What the charts of the product took in the last run of the browser tests; the life of a record,
 * which is the server's chart, also in its own tests.
 */
const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const measured = readMeasured();
if (!measured) {
  console.error('No browser test has recorded transitions yet: npm test runs them.');
  process.exit(2);
}
const rows = Object.entries(charts).map(([name, model]) =>
  coverageOf(name, model, measured.taken.get(name) ?? new Set()),
);

const sum = (pick: (row: (typeof rows)[number]) => number): number =>
  rows.reduce((all, row) => all + pick(row), 0);

if (values.json) {
  const line = {
    charts: rows.length,
    transitions: sum((row) => row.transitions),
    taken: sum((row) => row.taken),
    waived: sum((row) => row.waived),
    open: rows.flatMap((row) => row.open),
    rows: rows.map(({ open: _, ...row }) => row),
  };
  console.log(JSON.stringify(line));
} else console.log(coverageTable(rows));
process.exitCode = rows.every((row) => row.open.length === 0) ? 0 : 1;
