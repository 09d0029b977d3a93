import { obeyCall, readOptions } from '../../tools/cli/bad-call.ts';
import { charts } from './charts.ts';
import { coverageOf, coverageTable, sumOf, unkeyedOf } from './coverage/coverage.ts';
import { readMeasured } from './coverage/measured.ts';

const usage = `npm run coverage -w workshop/paths             transitions that the last run of browser tests took, by chart
npm run coverage -w workshop/paths -- --json   as one line of data, with the transitions that were not taken
The charts of tasks, orders, payments and plans are measured in the server's tests, too.`;

const options = { json: { type: 'boolean', default: false } } as const;

const none: ReadonlySet<string> = new Set();

await obeyCall(usage, (args) => {
  const { values } = readOptions(args, { options, allowPositionals: false });
  const measured = readMeasured();
  if (!measured) {
    console.error('There is no measurement. Run npm test.');
    return false;
  }
  const rows = Object.entries(charts).map(([chart, model]) => ({
    ...coverageOf(chart, model, measured.taken.get(chart) ?? none),
    unkeyed: unkeyedOf(model, measured.keyed.get(chart) ?? none),
  }));
  const tests = measured.files.length;
  if (values.json) {
    console.log(JSON.stringify({ name: 'coverage:charts', tests, ...sumOf(rows), rows }));
    return true;
  }
  const unkeyed = rows.reduce((sum, row) => sum + row.unkeyed.length, 0);
  console.log(coverageTable(rows));
  console.log(`Measured in ${tests} tests. ${unkeyed} user events were not triggered by keyboard.`);
  return true;
});
