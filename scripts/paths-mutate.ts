import { parseArgs } from 'node:util';
import type { ChartModel } from '../machines/chart-model.ts';
import { charts, neighbours } from '../tests/paths/charts.ts';
import { cover } from '../tests/paths/cover.ts';
import { explore } from '../tests/paths/explore.ts';
import { type Mutant, mutantsOf } from '../tests/paths/mutants.ts';
import { notices, type Oracle, record } from '../tests/paths/oracle.ts';
import { randomFrom } from '../tests/paths/random.ts';
import { withStandIns } from '../tests/paths/stand-in.ts';

/*
 * Changes each chart in one place at a time and walks the original's paths on what came out. A
 * change is killed when a state, the context or anything that others can notice differs. First
 * the few paths of `npm run paths`, which a browser walks too; what survives them meets the more
 * thorough ones of the unit tests.
 */
const goal = 95;

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
});

const seed = Number(values.seed);
const runs = values.runs === undefined ? Number.POSITIVE_INFINITY : Number(values.runs);
if (!Number.isSafeInteger(seed) || !(runs > 0)) {
  console.error('--runs and --seed take whole numbers; without --runs every mutant is tried');
  process.exit(2);
}

/** So many of them, chosen by the seed; all of them in their order when that is enough. */
const sample = (mutants: Mutant[]): Mutant[] => {
  if (mutants.length <= runs) return mutants;
  const random = randomFrom(seed);
  const keyed = mutants.map((mutant) => ({ mutant, key: random() }));
  return keyed
    .sort((a, b) => a.key - b.key)
    .slice(0, runs)
    .map(({ mutant }) => mutant);
};

type Oracles = { few: Oracle[]; thorough: Oracle[] };

const oraclesOf = (chart: string, model: ChartModel): Oracles => {
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

const all = Object.entries(charts).flatMap(([chart, model]) => mutantsOf(chart, model.machine));
const chosen = sample(all);
const survivors: string[] = [];
const rows: Row[] = [];

console.log(`seed ${seed}, ${chosen.length} of ${all.length} mutants`);
for (const [chart, model] of Object.entries(charts)) {
  const own = chosen.filter((mutant) => mutant.chart === chart);
  if (own.length === 0) continue;
  const { few, thorough } = oraclesOf(chart, model);
  const left = own.filter((mutant) => !kills(few, mutant));
  const alive = left.filter((mutant) => !kills(thorough, mutant));
  survivors.push(...alive.map(({ says }) => says));
  const byFew = own.length - left.length;
  const killed = own.length - alive.length;
  rows.push({ chart, mutants: own.length, killed, byFew });
  const counts = `${String(killed).padStart(4)}/${own.length}`;
  console.log(`${chart.padEnd(12)} ${counts.padEnd(10)} ${byFew} by the browser's paths alone`);
}

const sum = (pick: (row: Row) => number): number =>
  rows.reduce((total, row) => total + pick(row), 0);
const mutants = sum((row) => row.mutants);
const killed = sum((row) => row.killed);
const percentOf = (part: number): number => Math.floor((part / Math.max(1, mutants)) * 1000) / 10;
const killedPercent = percentOf(killed);
const killedByBrowserPathsPercent = percentOf(sum((row) => row.byFew));

for (const survivor of survivors) console.log(`survives: ${survivor}`);
console.log(`${killed} of ${mutants} mutants killed: ${killedPercent} %`);
if (values.json) {
  const figures = { mutants, killed, killedPercent, killedByBrowserPathsPercent };
  console.log(JSON.stringify({ name: 'paths:mutate', seed, ...figures, survivors }));
}
process.exitCode = killedPercent >= goal ? 0 : 1;
