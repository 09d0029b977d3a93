import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ChartDescriptor } from '../../../machines/testing/chart-descriptor.ts';
import { nodesOf, transitionsOf } from '../transitions.ts';
import { wrapped } from './lines.ts';
import { keptPage, pageFile } from './page-files.ts';

const file = join(import.meta.dirname, '../../../docs/charts.md');

const joined = (page: string): string => page.replaceAll(/\n {6}/g, ' ');

/** The events that a chart sends to other charts, by receiver, as its page lists them. */
const toldBy = (chart: string, neighbours: readonly string[]): ReadonlyMap<string, Set<string>> => {
  const told = new Map<string, Set<string>>();
  const all = joined(keptPage(chart)).matchAll(/\| tells (\w+): ([\w.]+)/g);
  for (const [, to = '', event = ''] of all) {
    // other names are actors of the chart itself
    if (neighbours.includes(to)) told.set(to, (told.get(to) ?? new Set()).add(event));
  }
  return new Map([...told].sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** Writes docs/charts.md: every chart, and the events that it sends to other charts. */
export const overviewPage = (
  charts: Readonly<Record<string, ChartDescriptor>>,
  neighbours: readonly string[],
): string => {
  const rows = Object.entries(charts).flatMap(([chart, { machine }]) => {
    const leaves = nodesOf(machine).filter(({ type }) => type === 'atomic' || type === 'final');
    const counts = `${leaves.length} states, ${transitionsOf(machine).length} transitions`;
    const told = [...toldBy(chart, neighbours)].flatMap(([to, events]) =>
      wrapped(`  - tells ${to}: ${[...events].sort().join(', ')}`, '    '),
    );
    return [`- [${chart}](../${pageFile(chart)}): ${counts}`, ...told];
  });
  return [
    '<!-- Written from the pages of the charts by `npm run paths -- --accept`. -->',
    '',
    '# The charts',
    '',
    'Each chart has a page in its folder spec/: drawings, laws, states and what each transition does. A line reads',
    '`event [guard: its condition] → target | actions | sets context fields | tells charts | asks actors`.',
    'A question mark follows an effect that does not happen every time.',
    '',
    ...rows,
    '',
  ].join('\n');
};

export const keptOverview = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

export const acceptOverview = (text: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
