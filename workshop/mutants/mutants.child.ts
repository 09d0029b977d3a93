import { join } from 'node:path';
import { type Failure, failureIn } from './failure.ts';
import { loadersOf } from './groups.ts';
import type { Some } from './judge.ts';
import { applied, type Mutant } from './mutant.ts';
import { mayShare, openVitest } from './vitest-of-mutants.ts';

/* Runs tests with or without a mutant. The parent sends an order and receives the first failure. */
export type Order = { mutant: Mutant | null } & (
  | { tests: readonly Some[] }
  /** imports this file and the files of its group that import it */
  | { load: string }
);

const root = process.cwd();
const probe = 'workshop/mutants/loading.probe.ts';
let current: Mutant | null = null;
let loaded: readonly string[] = [];

// tests in an endless loop do not notice the end of the parent
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));

const importing = (files: readonly string[]): string =>
  files.map((file) => `import ${JSON.stringify(join(root, file))};\n`).join('');

const open = async (isolate: boolean) => {
  const vitest = await openVitest({
    root,
    isolate,
    workers: 1,
    bail: 1,
    timeouts: { testTimeout: 90_000, hookTimeout: 90_000 },
    rewrite: (file, text) => {
      if (file === probe) return importing(loaded) + text;
      return current?.file === file ? applied(text, current) : text;
    },
  });
  const [project] = vitest.projects;
  if (!project) throw new Error('vitest.config.ts has no project of unit tests');
  return { vitest, project };
};

type Opened = Awaited<ReturnType<typeof open>>;
/** by whether each file has its own process */
const opened = new Map<boolean, Opened>();

const openedFor = async (isolate: boolean): Promise<Opened> => {
  const kept = opened.get(isolate) ?? (await open(isolate));
  opened.set(isolate, kept);
  return kept;
};

/** The first failure of these tests. `test` is relative to the root. */
const failureOf = async (tests: readonly Some[]): Promise<Failure | null> => {
  for (const isolate of [false, true]) {
    const own = tests.filter(({ test }) => mayShare(test) !== isolate);
    const failure = own.length > 0 ? await firstFailure(await openedFor(isolate), own) : null;
    if (failure) return failure;
  }
  return null;
};

const firstFailure = async (
  { vitest, project }: Opened,
  tests: readonly Some[],
): Promise<Failure | null> => {
  const chosen = tests.map(({ test, names }) =>
    project.createSpecification(join(root, test), names ? { testNames: names } : {}),
  );
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen);
  // Vitest keeps the modules of earlier runs with their old results
  const ran = new Set(chosen.map(({ moduleId }) => moduleId));
  const failure = failureIn(testModules.filter(({ moduleId }) => ran.has(moduleId)));
  const [first] = unhandledErrors;
  if (failure || first === undefined) return failure;
  const thrown = first instanceof Error || isThrown(first) ? first.message : String(first);
  return { kind: 'unhandled', test: `outside of the tests: ${thrown}`, file: null, ms: 0 };
};

const isThrown = (error: unknown): error is { message: string } =>
  typeof error === 'object' && error !== null && 'message' in error;

const swap = (mutant: Mutant | null): void => {
  const files = [current?.file, mutant?.file, probe];
  current = mutant;
  for (const file of files) {
    if (file === undefined) continue;
    for (const { vitest } of opened.values()) vitest.invalidateFile(join(root, file));
  }
};

process.on('message', async (order: Order) => {
  if ('load' in order) loaded = loadersOf(root, order.load);
  swap(order.mutant);
  process.send?.(await failureOf('load' in order ? [{ test: probe }] : order.tests));
});
process.send?.('ready');
