import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartPage, overviewPage } from '../tests/paths/chart-page.ts';
import { charts, neighbours } from '../tests/paths/charts.ts';
import { coveragePage } from '../tests/paths/coverage-page.ts';
import { coveragePicture } from '../tests/paths/coverage-picture.ts';
import { type CoverageRecord, driftOf } from '../tests/paths/coverage-record.ts';
import { talkOf } from '../tests/paths/talk.ts';
import { root } from './prepare.ts';

/* Writes docs/machines/ from the charts; with --check says what is out of date and fails. */
const folder = join(root, 'docs', 'machines');
const isCheck = process.argv.includes('--check');

/** What the last full run measured; made by `npm run coverage:charts -- --write`. */
const coverage = JSON.parse(readFileSync(join(folder, 'coverage.json'), 'utf8')) as CoverageRecord;

const talk = talkOf(charts, neighbours);
const pages = new Map<string, string>([
  ['README.md', overviewPage(charts, talk)],
  ...Object.entries(charts).map(([chart, model]): [string, string] => [
    `${chart}.md`,
    chartPage(chart, model, talk),
  ]),
  ['coverage.md', coveragePage(coverage)],
  ['coverage.svg', coveragePicture(coverage)],
]);

const present = existsSync(folder)
  ? readdirSync(folder).filter((name) => /\.(md|svg)$/.test(name))
  : [];
const stale = present.filter((name) => !pages.has(name));
const isCurrent = ([name, text]: [string, string]): boolean =>
  present.includes(name) && readFileSync(join(folder, name), 'utf8') === text;
const outdated = [...pages].filter((page) => !isCurrent(page)).map(([name]) => name);

if (isCheck) {
  for (const name of [...outdated, ...stale]) {
    console.error(`docs/machines/${name} is not what the charts say: npm run docs:machines`);
  }
  const drift = driftOf(charts, coverage);
  for (const sentence of drift) console.error(`${sentence}: npm test measures them`);
  process.exitCode = outdated.length + stale.length + drift.length === 0 ? 0 : 1;
} else {
  mkdirSync(folder, { recursive: true });
  for (const name of stale) rmSync(join(folder, name));
  for (const [name, text] of pages) writeFileSync(join(folder, name), text);
  console.log(`docs/machines: ${outdated.length} of ${pages.size} pages written anew`);
}
