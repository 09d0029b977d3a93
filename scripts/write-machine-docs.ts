import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/build/prepare.ts';
import { chartPage, overviewPage } from '../tools/paths/chart-page.ts';
import { charts, neighbours } from '../tools/paths/charts.ts';
import { talkOf } from '../tools/paths/talk.ts';

/* Writes docs/machines/ from the charts; with --check says what is out of date and fails. */
const folder = join(root, 'docs', 'machines');

const pagesOf = (): Map<string, string> => {
  const talk = talkOf(Object.keys(charts), neighbours);
  return new Map([
    ['README.md', overviewPage(charts, talk)],
    ...Object.entries(charts).map(([chart, model]): [string, string] => [
      `${chart}.md`,
      chartPage(chart, model, talk),
    ]),
  ]);
};

const present = existsSync(folder) ? readdirSync(folder).filter((name) => /\.md$/.test(name)) : [];

const check = (outdated: readonly string[]): number => {
  for (const name of outdated) {
    console.error(`docs/machines/${name} is not what the charts say: npm run docs:machines`);
  }
  return outdated.length === 0 ? 0 : 1;
};

const obey = (): number => {
  const pages = pagesOf();
  const stale = present.filter((name) => !pages.has(name));
  const isCurrent = ([name, text]: [string, string]): boolean =>
    present.includes(name) && readFileSync(join(folder, name), 'utf8') === text;
  const outdated = [...pages].filter((page) => !isCurrent(page)).map(([name]) => name);
  if (process.argv.includes('--check')) return check([...outdated, ...stale]);
  mkdirSync(folder, { recursive: true });
  for (const name of stale) rmSync(join(folder, name));
  for (const [name, text] of pages) writeFileSync(join(folder, name), text);
  console.log(`docs/machines: ${outdated.length} of ${pages.size} pages written anew`);
  return 0;
};

process.exitCode = obey();
