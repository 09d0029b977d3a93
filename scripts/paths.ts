import { parseArgs } from 'node:util';
import type { ChartModel } from '../machines/chart-model.ts';
import { actorWalker } from '../tests/paths/actor-walker.ts';
import { charts, neighbours } from '../tests/paths/charts.ts';
import { cover } from '../tests/paths/cover.ts';
import { coverageTable } from '../tests/paths/coverage.ts';
import { explore } from '../tests/paths/explore.ts';
import { type Format, format, formats } from '../tests/paths/formats.ts';
import { walkRandomly } from '../tests/paths/random.ts';
import { walkChart } from '../tests/paths/walk-chart.ts';
import { tell } from '../tests/paths/walker.ts';

const usage = `npm run paths                       all paths
npm run paths -- task               one chart, with its steps
npm run paths -- --format markdown  ${formats.join(', ')}
npm run paths -- --run              walks them on the running charts and measures coverage; with
                                    --format json the coverage as data
npm run paths -- --random 500 --seed 7 --length 40   random legal walks; a failure is shrunk`;

const fail = (sentence: string): never => {
  console.error(`${sentence}\n\n${usage}`);
  process.exit(2);
};

const read = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        format: { type: 'string', default: 'text' },
        run: { type: 'boolean', default: false },
        random: { type: 'string' },
        seed: { type: 'string' },
        length: { type: 'string', default: '40' },
      },
    });
  } catch (thrown) {
    return fail(thrown instanceof Error ? thrown.message : String(thrown));
  }
};

const numberOf = (name: string, given: string): number => {
  const value = Number(given);
  return Number.isSafeInteger(value) && value > 0
    ? value
    : fail(`--${name} takes a whole number above 0, not “${given}”`);
};

type Chosen = [string, ChartModel][];

const chosenOf = (names: readonly string[]): Chosen => {
  const unknown = names.find((name) => !Object.hasOwn(charts, name));
  if (unknown) {
    return fail(`There is no chart “${unknown}”; there are ${Object.keys(charts).join(', ')}`);
  }
  return Object.entries(charts).filter(([name]) => names.length === 0 || names.includes(name));
};

const list = (chosen: Chosen, as: Format): void => {
  const lists = chosen.map(([chart, model]) => {
    const exploration = explore(chart, model);
    return { chart, machine: exploration.machine, paths: cover(exploration) };
  });
  console.log(format(lists, as));
};

const run = async (chosen: Chosen, as: Format): Promise<boolean> => {
  const rows = [];
  let ok = true;
  for (const [chart, model] of chosen) {
    const { reports, coverage } = await walkChart(chart, model, neighbours);
    for (const report of reports) {
      if (as !== 'json') console.log(report.ok ? `✓ ${chart}: ${report.title}` : tell(report));
      else if (!report.ok) console.error(tell(report));
      ok &&= report.ok;
    }
    rows.push(coverage);
  }
  console.log(as === 'json' ? JSON.stringify(rows) : `\n${coverageTable(rows)}`);
  return ok && rows.every((row) => row.open.length === 0);
};

type Random = { seed: number; count: number; length: number };

const runRandomly = async (chosen: Chosen, options: Random): Promise<boolean> => {
  console.log(`seed ${options.seed}`);
  let ok = true;
  for (const [chart, model] of chosen) {
    const exploration = explore(chart, model);
    const { machine } = exploration;
    const failure = await walkRandomly(exploration, options, () =>
      actorWalker({ machine, model, neighbours }),
    );
    console.log(failure ? tell(failure.report) : `✓ ${chart}: ${options.count} walks`);
    ok &&= failure === undefined;
  }
  return ok;
};

const { values, positionals } = read();
const as =
  formats.find((one) => one === values.format) ??
  fail(`There is no format “${values.format}”; there are ${formats.join(', ')}`);
const chosen = chosenOf(positionals);

if (values.random !== undefined) {
  const seed = numberOf('seed', values.seed ?? String(1 + (Date.now() % 1_000_000)));
  const count = numberOf('random', values.random);
  const length = numberOf('length', values.length);
  process.exitCode = (await runRandomly(chosen, { seed, count, length })) ? 0 : 1;
} else if (values.run) process.exitCode = (await run(chosen, as)) ? 0 : 1;
else list(chosen, as);
