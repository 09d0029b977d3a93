import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartPage, overviewPage } from '../tests/paths/chart-page.ts';
import { charts, neighbours } from '../tests/paths/charts.ts';
import { talkOf } from '../tests/paths/talk.ts';
import { root } from './prepare.ts';

/* Writes docs/machines/ from the charts; with --check says what is out of date and fails. */
const folder = join(root, 'docs', 'machines');
const isCheck = process.argv.includes('--check');

const talk = talkOf(charts, neighbours);
const pages = new Map<string, string>([
  ['README.md', overviewPage(charts, talk)],
  ...Object.entries(charts).map(([chart, model]): [string, string] => [
    `${chart}.md`,
    chartPage(chart, model, talk),
  ]),
]);

const present = existsSync(folder)
  ? readdirSync(folder).filter((name) => name.endsWith('.md'))
  : [];
const stale = present.filter((name) => !pages.has(name));
const isCurrent = ([name, text]: [string, string]): boolean =>
  present.includes(name) && readFileSync(join(folder, name), 'utf8') === text;
const outdated = [...pages].filter((page) => !isCurrent(page)).map(([name]) => name);

if (isCheck) {
  for (const name of [...outdated, ...stale]) {
    console.error(`docs/machines/${name} is not what the charts say: npm run docs:machines`);
  }
  process.exitCode = outdated.length + stale.length === 0 ? 0 : 1;
} else {
  mkdirSync(folder, { recursive: true });
  for (const name of stale) rmSync(join(folder, name));
  for (const [name, text] of pages) writeFileSync(join(folder, name), text);
  console.log(`docs/machines: ${outdated.length} of ${pages.size} pages written anew`);
}
