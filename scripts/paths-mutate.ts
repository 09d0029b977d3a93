import { obeyCall, readOptions, wholeNumber } from '../tools/cli/bad-call.ts';
import { sample } from '../tools/mutants/plan.ts';
import { charts } from '../tools/paths/charts.ts';
import { exploreExpected, notices } from '../tools/paths/kept/expected.ts';
import { type Mutant, mutantsOf } from '../tools/paths/mutants.ts';
import { randomFrom } from '../tools/paths/random.ts';

/*
 * Changes each chart in one place at a time and asks whether its kept expectations
 * (x.expected.txt) would change: whether somebody would have to read the difference.
 */
const goal = 95;

const usage = `npm run paths:mutate                       every mutant of every chart
npm run paths:mutate -- tray session           of these charts
npm run paths:mutate -- --runs 100 --seed 7   so many, chosen by the seed
npm run paths:mutate -- --json                the figures also as one line of data`;

const options = {
  runs: { type: 'string' },
  seed: { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
} as const;

type Row = { chart: string; mutants: number; seen: number };

type Outcome = { rows: Row[]; survivors: string[] };

const hunt = (chosen: readonly Mutant[]): Outcome => {
  const outcome: Outcome = { rows: [], survivors: [] };
  for (const [chart, model] of Object.entries(charts)) {
    const own = chosen.filter((mutant) => mutant.chart === chart);
    if (own.length === 0) continue;
    const kept = exploreExpected(chart, model);
    const alive = own.filter(({ machine }) => !notices(kept, { ...model, machine }));
    const seen = own.length - alive.length;
    outcome.rows.push({ chart, mutants: own.length, seen });
    outcome.survivors.push(...alive.map(({ says }) => says));
    console.log(`${chart.padEnd(14)} ${String(seen).padStart(4)}/${own.length}`);
    for (const { says } of alive) console.log(`  survives: ${says}`);
  }
  return outcome;
};

const figuresOf = (rows: readonly Row[]) => {
  const mutants = rows.reduce((sum, row) => sum + row.mutants, 0);
  const seen = rows.reduce((sum, row) => sum + row.seen, 0);
  return { mutants, seen, seenPercent: Math.floor((seen / Math.max(1, mutants)) * 1000) / 10 };
};

const obey = (args: string[]): boolean => {
  const { values, positionals } = readOptions(args, { options, allowPositionals: true });
  const seed = wholeNumber('seed', values.seed);
  const runs =
    values.runs === undefined ? Number.POSITIVE_INFINITY : wholeNumber('runs', values.runs);
  const all = Object.entries(charts)
    .filter(([chart]) => positionals.length === 0 || positionals.includes(chart))
    .flatMap(([chart, model]) => mutantsOf(chart, model.machine));
  const chosen = sample(all, runs, randomFrom(seed));
  console.log(`seed ${seed}, ${chosen.length} of ${all.length} mutants`);
  const { rows, survivors } = hunt(chosen);
  const figures = figuresOf(rows);
  const { mutants, seen, seenPercent } = figures;
  console.log(`${seen} of ${mutants} mutants change the kept expectations: ${seenPercent} %`);
  if (values.json) {
    console.log(JSON.stringify({ name: 'paths:mutate', seed, ...figures, rows, survivors }));
  }
  return seenPercent >= goal;
};

await obeyCall(usage, obey);
