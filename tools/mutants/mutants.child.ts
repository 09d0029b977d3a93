import { join } from 'node:path';
import { applied, type Mutant } from './mutant.ts';
import { failureIn, openVitest } from './vitest-of-mutants.ts';

/*
 * Runs the tests of one mutant after the other: `{mutant, tests}` comes by message, `{killedBy}`
 * goes back. `tests` are groups of test files; the first group with a failure is the last one run.
 */
export type Order = { mutant: Mutant; tests: string[][] };
export type Report = { killedBy: string | null };

const root = process.cwd();
let current: Mutant | null = null;

const vitest = await openVitest({
  root,
  workers: 1,
  timeouts: { testTimeout: 20_000, hookTimeout: 20_000 },
  rewrite: (file, text) => (current?.file === file ? applied(text, current) : text),
});
const specifications = await vitest.globTestSpecifications();
const specificationOf = new Map(specifications.map((one) => [one.moduleId, one]));

const killerOf = async ({ tests }: Order): Promise<string | null> => {
  for (const group of tests) {
    const chosen = group.flatMap((file) => specificationOf.get(join(root, file)) ?? []);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
    const failure = failureIn(testModules) ?? (unhandledErrors.length > 0 ? 'an error' : null);
    if (failure !== null) return failure;
  }
  return null;
};

const swap = (mutant: Mutant): void => {
  const before = current;
  current = mutant;
  if (before) vitest.invalidateFile(join(root, before.file));
  vitest.invalidateFile(join(root, mutant.file));
};

process.on('message', async (order: Order) => {
  swap(order.mutant);
  process.send?.({ killedBy: await killerOf(order) } satisfies Report);
});
process.send?.('ready');
