import { join } from 'node:path';
import { applied, type Mutant } from './mutant.ts';
import type { Chosen } from './plan.ts';
import { type Failure, failureIn, openVitest } from './vitest-of-mutants.ts';

/*
 * Runs the tests of one mutant after the other: an order comes by message, a report goes back.
 */
export type Order = {
  mutant: Mutant;
  /** groups of tests; the first group with a failure is the last one run */
  tests: Chosen[][];
};
/** `unsure`: the test that failed fails without the mutant, too. */
export type Report = { killedBy: string | null; unsure: boolean };

const root = process.cwd();
let current: Mutant | null = null;

const vitest = await openVitest({
  root,
  workers: 1,
  bail: 1,
  timeouts: { testTimeout: 30_000, hookTimeout: 30_000 },
  rewrite: (file, text) => (current?.file === file ? applied(text, current) : text),
});
const specifications = await vitest.globTestSpecifications();
const specificationOf = new Map(specifications.map((one) => [one.moduleId, one]));

/** The first failure of these tests; `test` is a path from the root. */
const failureOf = async (tests: readonly Omit<Chosen, 'ms'>[]): Promise<Failure | null> => {
  const chosen = tests.flatMap(({ test, names }) => {
    const { project, moduleId } = specificationOf.get(join(root, test)) ?? {};
    if (!project || !moduleId) return [];
    return project.createSpecification(moduleId, names ? { testNames: names } : {});
  });
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
  const failure = failureIn(testModules);
  const [first] = tests;
  if (failure || unhandledErrors.length === 0 || !first) return failure;
  const test = `an error beside the tests: ${String(unhandledErrors[0])}`;
  return { test, file: first.test, names: first.names };
};

const swap = (mutant: Mutant | null): void => {
  const files = [current?.file, mutant?.file];
  current = mutant;
  for (const file of files) if (file !== undefined) vitest.invalidateFile(join(root, file));
};

const judge = async ({ mutant, tests }: Order): Promise<Report> => {
  swap(mutant);
  for (const group of tests) {
    const failure = await failureOf(group);
    if (!failure) continue;
    swap(null);
    const { file, names, test } = failure;
    const unsure = (await failureOf([{ test: file, ...(names && { names }) }])) !== null;
    return { killedBy: test, unsure };
  }
  swap(null);
  return { killedBy: null, unsure: false };
};

process.on('message', async (order: Order) => {
  process.send?.(await judge(order));
});
process.send?.('ready');
