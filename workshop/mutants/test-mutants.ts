import { join } from 'node:path';
import { root } from '../../tools/build/prepare.ts';
import { BadCall, obeyCall, readOptions, wholeNumber } from '../../tools/cli/bad-call.ts';
import { startPostgres } from '../../tools/testing/start-postgres.ts';
import { randomFrom } from '../paths/random.ts';
import { explain, figuresOf, isLeft, killedPercent } from './figures.ts';
import { type Group, groups, mutantsOf } from './groups.ts';
import { hunt } from './hunt.ts';
import { fingerprint, reachOf } from './measure-reach.ts';
import { sample } from './plan.ts';
import { openProgress, type Progress } from './progress.ts';

/*
 * Breaks the source of charts, components and the server's domain in one place at a time, and runs
 * the tests that reach this place. A mutant that no test detects survives. The source is changed
 * while it is loaded; no file is written.
 */
const usage = `npm run mutants -w workshop/mutants                               300 mutants of each group
npm run mutants -w workshop/mutants -- --group features           machines, features or domain only
npm run mutants -w workshop/mutants -- --runs 50 --seed 7         that many of each group, chosen by the seed
npm run mutants -w workshop/mutants -- --file src/ui/button.tsx   only those of one file
npm run mutants -w workshop/mutants -- --resume                   continues the same interrupted run
npm run mutants -w workshop/mutants -- --json                     the figures also as one line of data`;

const options = {
  group: { type: 'string' },
  file: { type: 'string' },
  runs: { type: 'string', default: '300' },
  seed: { type: 'string', default: '1' },
  resume: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

const workers = 2;

const isGroup = (name: string): name is Group => name in groups;

const chosenGroups = (name: string | undefined): Group[] => {
  if (name === undefined) return Object.keys(groups) as Group[];
  if (!isGroup(name)) throw new BadCall(`--group takes ${Object.keys(groups).join(', ')}`);
  return [name];
};

type Choice = { runs: number; seed: number; file: string | undefined; resume: boolean };

const huntIn = async (group: Group, { runs, seed, file, resume }: Choice): Promise<Progress> => {
  const all = mutantsOf(root, group).filter((one) => file === undefined || one.file === file);
  const mutants = sample(all, runs, randomFrom(seed));
  console.log(`\n${group}: ${mutants.length} of ${all.length} mutants, seed ${seed}`);
  const chosen = { group, seed, fingerprint: fingerprint(), mutants: mutants.length };
  const path = join(root, `test-results/mutants-${group}.json`);
  const progress = openProgress(path, chosen, resume);
  if (mutants.length === 0) return progress;
  await hunt({
    root,
    workers,
    reaches: await reachOf(root, group),
    // tests of the domain depend on a database and a disk, whose state changes
    standsAlone: group !== 'domain',
    mutants: mutants.filter((mutant) => !progress.isJudged(mutant)),
    onVerdict: (verdict) => {
      progress.add(verdict);
      console.log(`${progress.verdicts.length}/${mutants.length} ${explain(verdict)}`);
    },
  });
  return progress;
};

/**
 * The embedded database has one connection and therefore no races. With this database, no test
 * would notice a missing lock.
 */
const onPostgres = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const server = await startPostgres();
  process.env.TEST_DATABASE_URL = server.url;
  try {
    return await work();
  } finally {
    delete process.env.TEST_DATABASE_URL;
    await server.stop();
  }
};

const obey = async (args: string[]): Promise<boolean> => {
  /* The processes of all mutants load the same packages, so they share the compiled code. */
  process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compiled');
  const { values } = readOptions(args, { options, allowPositionals: false });
  const choice = {
    runs: wholeNumber('runs', values.runs),
    seed: wholeNumber('seed', values.seed),
    file: values.file,
    resume: values.resume,
  };
  const figures: Record<string, number> = {};
  const survivors: string[] = [];
  let met = true;
  for (const group of chosenGroups(values.group)) {
    const hunting = () => huntIn(group, choice);
    const { verdicts } = await (group === 'domain' ? onPostgres(hunting) : hunting());
    if (verdicts.length === 0) continue;
    Object.assign(figures, figuresOf(group, verdicts));
    const percent = killedPercent(verdicts);
    met &&= percent >= groups[group].goal;
    survivors.push(...verdicts.filter(isLeft).map(explain));
    console.log(
      `${group}: tests detected ${percent} % of the mutants that can be loaded; the goal is ${groups[group].goal} %`,
    );
  }
  console.log(`\n${survivors.length} mutants that no test detected:`);
  for (const survivor of survivors) console.log(survivor);
  for (const [name, figure] of Object.entries(figures)) console.log(`${name}: ${figure}`);
  const { seed } = choice;
  if (values.json) console.log(JSON.stringify({ name: 'mutants', seed, figures, met, survivors }));
  return met;
};

await obeyCall(usage, obey);
