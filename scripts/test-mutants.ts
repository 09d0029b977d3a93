import { root } from '../tools/build/prepare.ts';
import { BadCall, obeyCall, readOptions, wholeNumber } from '../tools/cli/bad-call.ts';
import { type Group, groups, mutantsOf } from '../tools/mutants/groups.ts';
import { hunt, type Verdict } from '../tools/mutants/hunt.ts';
import { reachOf } from '../tools/mutants/measure-reach.ts';
import { told } from '../tools/mutants/mutant.ts';
import { sample } from '../tools/mutants/plan.ts';
import { randomFrom } from '../tools/paths/random.ts';

/*
 * Breaks the source of charts, components and the server's domain in one place at a time and runs
 * the tests that reach it. A mutant that no test notices survives. Sources are changed while they
 * are loaded; no file is written.
 */
const usage = `npm run test:mutants                               300 mutants of each group
npm run test:mutants -- --group features           machines, features or domain only
npm run test:mutants -- --runs 50 --seed 7         so many of each group, chosen by the seed
npm run test:mutants -- --file src/ui/button.tsx   only those of one file
npm run test:mutants -- --json                     the figures also as one line of data`;

const options = {
  group: { type: 'string' },
  file: { type: 'string' },
  runs: { type: 'string', default: '300' },
  seed: { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
} as const;

const workers = 2;

const isGroup = (name: string): name is Group => name in groups;

const chosenGroups = (name: string | undefined): Group[] => {
  if (name === undefined) return Object.keys(groups) as Group[];
  if (!isGroup(name)) throw new BadCall(`--group takes ${Object.keys(groups).join(', ')}`);
  return [name];
};

const percentOf = (verdicts: readonly Verdict[]): number => {
  const killed = verdicts.filter(({ killedBy }) => killedBy !== null).length;
  return Math.floor((killed / Math.max(1, verdicts.length)) * 1000) / 10;
};

const explain = ({ mutant, killedBy, unreached }: Verdict): string => {
  if (killedBy !== null) return `killed    ${told(mutant)} ← ${killedBy}`;
  return `${unreached ? 'unreached' : 'survives '} ${told(mutant)}`;
};

type Choice = { runs: number; seed: number; file: string | undefined };

const huntIn = async (group: Group, { runs, seed, file }: Choice): Promise<Verdict[]> => {
  const all = mutantsOf(root, group).filter((one) => file === undefined || one.file === file);
  const mutants = sample(all, runs, randomFrom(seed));
  console.log(`\n${group}: ${mutants.length} of ${all.length} mutants, seed ${seed}`);
  if (mutants.length === 0) return [];
  const reaches = await reachOf(root, group);
  return await hunt({
    ...{ root, mutants, reaches, workers },
    onVerdict: (verdict) => console.log(explain(verdict)),
  });
};

const obey = async (args: string[]): Promise<boolean> => {
  const { values } = readOptions(args, { options, allowPositionals: false });
  const choice = {
    runs: wholeNumber('runs', values.runs),
    seed: wholeNumber('seed', values.seed),
    file: values.file,
  };
  const figures: Record<string, number> = {};
  const survivors: string[] = [];
  let met = true;
  for (const group of chosenGroups(values.group)) {
    const verdicts = await huntIn(group, choice);
    if (verdicts.length === 0) continue;
    const percent = percentOf(verdicts);
    figures[`${group}Mutants`] = verdicts.length;
    figures[`${group}KilledPercent`] = percent;
    met &&= percent >= groups[group].goal;
    const left = verdicts.filter(({ killedBy }) => killedBy === null);
    survivors.push(...left.map(explain));
    console.log(`${group}: ${percent} % of ${verdicts.length} killed, ${groups[group].goal} asked`);
  }
  console.log(`\n${survivors.length} left:`);
  for (const survivor of survivors) console.log(survivor);
  const { seed } = choice;
  if (values.json) console.log(JSON.stringify({ name: 'mutants', seed, figures, met, survivors }));
  return met;
};

await obeyCall(usage, obey);
