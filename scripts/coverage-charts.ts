import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { walkedInBrowser } from '../tests/browser/paths/browser-paths.ts';
import { root } from '../tools/build/prepare.ts';
import { fail, obeyCall, readOptions } from '../tools/cli/bad-call.ts';
import { coverageTable, maxWaivers, sumOf } from '../tools/coverage/coverage.ts';
import { coveragePage } from '../tools/coverage/coverage-page.ts';
import { coveragePicture } from '../tools/coverage/coverage-picture.ts';
import { type CoverageRecord, withRow } from '../tools/coverage/coverage-record.ts';
import {
  type CoverageRun,
  keptRun,
  lastRun,
  partialRun,
  whyNotKept,
} from '../tools/coverage/coverage-run.ts';
import { measureAlone } from '../tools/coverage/measure-alone.ts';
import { readMeasured } from '../tools/coverage/measured.ts';
import { filePrintsNow } from '../tools/coverage/walked-files.ts';
import { charts } from '../tools/paths/charts.ts';

/*
 * What the charts of the product took in the last run of the browser tests; the life of a record,
 * which is the server's chart, also in its own tests.
 */
const usage = `npm run coverage:charts               the last run, or the kept one where there is none
npm run coverage:charts -- --json     as one line of data
npm run coverage:charts -- --write    keeps the last run in docs/machines/, when it has no gaps
npm run coverage:charts -- --measured the last run or nothing
npm run coverage:charts -- --only toast,tray   of those charts alone, which a run has walked whole; it is never kept
npm run coverage:charts -- --measure toast   walks that chart alone in a browser, and keeps its figures beside the others`;

const options = {
  json: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  measured: { type: 'boolean', default: false },
  measure: { type: 'string' },
  only: { type: 'string' },
} as const;

const folder = join(root, 'docs', 'machines');
const kept = join(folder, 'coverage.json');

const runOf = (isMeasured: boolean, only?: string): CoverageRun => {
  const measured = readMeasured();
  if (measured && only !== undefined) return partialRun(charts, measured, only.split(','));
  if (measured) {
    const names = readdirSync(join(root, 'tests', 'browser', 'paths'));
    const walks = names.filter((name) => name.endsWith('.spec.ts'));
    return lastRun(charts, measured, walks);
  }
  if (isMeasured || !existsSync(kept)) {
    return fail('No browser test has measured anything yet: npm test -- --whole runs them.');
  }
  return keptRun(charts, keptRecord());
};

const keptRecord = (): CoverageRecord =>
  existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as CoverageRecord) : { charts: [] };

const keep = (record: CoverageRecord): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(kept, `${JSON.stringify(record, null, 2)}\n`);
  writeFileSync(join(folder, 'coverage.md'), coveragePage(record));
  writeFileSync(join(folder, 'coverage.svg'), coveragePicture(record));
};

const asData = ({ record, source, tests, absent }: CoverageRun): string => {
  const rows = record.charts.map(({ fingerprint: _, seal: __, ...row }) => row);
  const open = rows.flatMap((row) => row.open);
  const unkeyed = rows.flatMap((row) => row.unkeyed.map((type) => `${row.chart}: ${type}`));
  const { transitions, taken, waived } = sumOf(rows);
  const figures = { charts: rows.length, transitions, taken, waived };
  const from = { source, tests, absent };
  return JSON.stringify({ name: 'coverage:charts', ...from, ...figures, open, unkeyed, rows });
};

const asText = ({ record, says, gaps, notes = [] }: CoverageRun): string => {
  const { transitions, waived } = sumOf(record.charts);
  const waivers = `${waived} of ${transitions} transitions waived, ${maxWaivers} allowed`;
  return [says, coverageTable(record.charts), waivers, ...notes, ...gaps].join('\n');
};

/** Walks one chart in a browser; its figures take the place of its last ones. */
const measure = async (chart: string): Promise<boolean> => {
  const model = charts[chart] ?? fail(`There is no chart “${chart}”`);
  const { file, spec } =
    (await walkedInBrowser()).get(chart) ??
    fail(`No test walks the chart “${chart}” alone in a browser: npm test -- --whole measures it`);
  const outcome = measureAlone(chart, model, [file, ...(spec.besides ?? [])]);
  if (!outcome) return false;
  console.log(coverageTable([outcome.row]));
  for (const gap of outcome.gaps) console.error(gap);
  if (outcome.gaps.length > 0) return false;
  const known = keptRecord();
  const files = { ...known.files, [chart]: (await filePrintsNow())[chart] ?? '' };
  keep({ ...withRow(charts, known, outcome.row), files });
  return true;
};

await obeyCall(usage, async (args) => {
  const { values } = readOptions(args, { options, allowPositionals: false });
  if (values.measure !== undefined) return measure(values.measure);
  if (values.only !== undefined && values.write) fail('--only is never kept: no --write beside it');
  const run = runOf(values.measured || values.only !== undefined, values.only);
  console.log(values.json ? asData(run) : asText(run));
  const obstacle = values.write ? whyNotKept(run) : undefined;
  if (obstacle) console.error(obstacle);
  else if (values.write) keep({ ...run.record, files: await filePrintsNow() });
  return run.gaps.length === 0 && obstacle === undefined;
});
