import type { ChartDescriptor } from '../machines/testing/chart-descriptor.ts';
import { obeyCall, readOptions, wholeNumber } from '../tools/cli/bad-call.ts';
import { charts, neighbours } from '../tools/paths/charts.ts';
import { cover } from '../tools/paths/cover.ts';
import { explore } from '../tools/paths/explore.ts';
import { type Mutant, mutantsOf } from '../tools/paths/mutants.ts';
import { notices, type Oracle, record } from '../tools/paths/oracle.ts';
import { randomFrom } from '../tools/paths/random.ts';
import { withStandIns } from '../tools/paths/stand-in.ts';

/*
 * Changes each chart in one place at a time and walks the original's paths on the mutant. A mutant
 * is killed when a state, the context or anything observable differs. First come the few paths of
 * `npm run paths`, which the browser also walks; survivors meet the more thorough paths of the unit
 * tests.
 */
const goal = 95;

const usage = `npm run paths:mutate                       every mutant of every chart
npm run paths:mutate -- --runs 100 --seed 7   so many, chosen by the seed
npm run paths:mutate -- --json                the figures also as one line of data`;

const options = {
  runs: { type: 'string' },
  seed: { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
} as const;

type Sampling = { runs: number; seed: number };

/** This many, chosen by the seed; all of them in order if there are no more. */
const sample = (mutants: Mutant[], { runs, seed }: Sampling): Mutant[] => {
  if (mutants.length <= runs) return mutants;
  const random = randomFrom(seed);
  const keyed = mutants.map((mutant) => ({ mutant, key: random() }));
  return keyed
    .sort((a, b) => a.key - b.key)
    .slice(0, runs)
    .map(({ mutant }) => mutant);
};

type Oracles = { few: Oracle[]; thorough: Oracle[] };

const oraclesOf = (chart: string, model: ChartDescriptor): Oracles => {
  const exploration = explore(chart, model);
  const { machine } = exploration;
  const written = (depth: 'transitions' | 'effects'): Oracle[] =>
    cover(exploration, depth).map((path) => record(machine, path, neighbours));
  return { few: written('transitions'), thorough: written('effects') };
};

const kills = (oracles: readonly Oracle[], { machine }: Mutant): boolean => {
  const alone = withStandIns(machine);
  return oracles.some((oracle) => notices(oracle, alone, neighbours));
};

type Row = { chart: string; mutants: number; killed: number; byFew: number };

type Outcome = { rows: Row[]; survivors: string[] };

const hunt = (chosen: readonly Mutant[]): Outcome => {
  const outcome: Outcome = { rows: [], survivors: [] };
  for (const [chart, model] of Object.entries(charts)) {
    const own = chosen.filter((mutant) => mutant.chart === chart);
    if (own.length === 0) continue;
    const { few, thorough } = oraclesOf(chart, model);
    const left = own.filter((mutant) => !kills(few, mutant));
    const alive = left.filter((mutant) => !kills(thorough, mutant));
    outcome.survivors.push(...alive.map(({ says }) => says));
    const byFew = own.length - left.length;
    const killed = own.length - alive.length;
    outcome.rows.push({ chart, mutants: own.length, killed, byFew });
    const counts = `${String(killed).padStart(4)}/${own.length}`;
    console.log(`${chart.padEnd(12)} ${counts.padEnd(10)} ${byFew} by the browser's paths alone`);
  }
  return outcome;
};

const figuresOf = (rows: readonly Row[]) => {
  const sum = (pick: (row: Row) => number): number =>
    rows.reduce((total, row) => total + pick(row), 0);
  const mutants = sum((row) => row.mutants);
  const killed = sum((row) => row.killed);
  const percentOf = (part: number): number => Math.floor((part / Math.max(1, mutants)) * 1000) / 10;
  const killedByBrowserPathsPercent = percentOf(sum((row) => row.byFew));
  return { mutants, killed, killedPercent: percentOf(killed), killedByBrowserPathsPercent };
};

const obey = (args: string[]): boolean => {
  const { values } = readOptions(args, { options, allowPositionals: false });
  const seed = wholeNumber('seed', values.seed);
  const runs =
    values.runs === undefined ? Number.POSITIVE_INFINITY : wholeNumber('runs', values.runs);
  const all = Object.entries(charts).flatMap(([chart, model]) => mutantsOf(chart, model.machine));
  const chosen = sample(all, { runs, seed });
  console.log(`seed ${seed}, ${chosen.length} of ${all.length} mutants`);
  const { rows, survivors } = hunt(chosen);
  const figures = figuresOf(rows);
  for (const survivor of survivors) console.log(`survives: ${survivor}`);
  const { mutants, killed, killedPercent } = figures;
  console.log(`${killed} of ${mutants} mutants killed: ${killedPercent} %`);
  if (values.json) {
    console.log(JSON.stringify({ name: 'paths:mutate', seed, ...figures, survivors }));
  }
  return killedPercent >= goal;
};

await obeyCall(usage, obey);
