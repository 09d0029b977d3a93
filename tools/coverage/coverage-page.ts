import { percentOf, sumOf } from './coverage.ts';
import type { CoverageRecord } from './coverage-record.ts';

const made = '<!-- Made by scripts/coverage-charts.ts from coverage.json: measure instead. -->';

/** docs/machines/coverage.md */
export const coveragePage = ({ charts }: CoverageRecord): string => {
  const row = (name: string, one: Parameters<typeof percentOf>[0]): string =>
    `| ${name} | ${one.taken} | ${one.transitions} | ${one.waived} | ${percentOf(one)} % |`;
  const open = charts.flatMap((one) => one.open);
  const unkeyed = charts.flatMap((one) => one.unkeyed.map((type) => `${one.chart}: ${type}`));
  const list = (title: string, items: readonly string[]): string[] =>
    items.length === 0 ? [] : ['', `## ${title}`, '', ...items.map((item) => `- \`${item}\``)];
  return [
    made,
    '# Coverage of the charts',
    '',
    'Transitions that the charts took in Chromium against the running product in the last run of',
    '`npm test -- --whole`, measured from their microsteps; the taskRecord chart, which the server',
    'follows, is measured in the server tests too. `npm run coverage:charts` prints the last run.',
    '',
    '![Bars of transitions taken, waived and open by chart](coverage.svg)',
    '',
    '| chart | taken | of | waived | |',
    '|---|---|---|---|---|',
    ...charts.map((one) => row(`[${one.chart}](${one.chart}.md)`, one)),
    row('all', sumOf(charts)),
    ...list('Never taken', open),
    ...list('Never triggered by keyboard', unkeyed),
    '',
  ].join('\n');
};
