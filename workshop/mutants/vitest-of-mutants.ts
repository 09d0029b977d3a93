import { matchesGlob, relative } from 'node:path';
import type { Plugin } from 'vite';
import { BaseSequencer, createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import config from '../../vitest.config.ts';
import { withReach } from './reach.ts';

/* Runs Vitest on sources that are changed while they are loaded. Source files are not written. */

type Rewrite = (file: string, text: string) => string;

/** Not loaded, because transitions of a broken server must not count as coverage. */
const recorder = 'workshop/paths/coverage/server-recorder.ts';

const rewriting = (root: string, rewrite: Rewrite): Plugin => ({
  name: 'lightwell:mutants',
  enforce: 'pre',
  transform: (text, id) => {
    const file = relative(root, id.split('?')[0] ?? id).replaceAll('\\', '/');
    if (file.startsWith('..')) return null;
    return { code: file === recorder ? 'export {};' : rewrite(file, text), map: null };
  },
});

const silent = { onInit() {} };

/** Runs test files in the given order, most likely failures first. */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return files;
  }
}

/** Mutated modules must not be cached across runs. */
const uncached = { fsModuleCache: false };

/** The test files of a project in vitest.config.ts. */
const filesOf = (name: string): string[] => {
  const found = config.test?.projects?.find(
    (project) => typeof project === 'object' && 'test' in project && project.test?.name === name,
  );
  const files = typeof found === 'object' && 'test' in found ? found.test?.include : undefined;
  if (!files) throw new Error(`vitest.config.ts has no project named “${name}”`);
  return files;
};

/**
 * The projects that run without Postgres, merged into one. Vitest does not apply overrides to
 * projects.
 */
const unitTests = () => {
  const { projects: _, ...shared } = config.test ?? {};
  const include = ['unit', 'server', 'pages', 'charts'].flatMap(filesOf);
  // kept screens are the only long tests here, because they check what components show
  const long = '{!(workshop),workshop/!(gallery)}/**/*.deep.test.*';
  const exclude = [long, '**/*.postgres.test.ts', '**/node_modules/**'];
  return { ...shared, name: 'unit', include, exclude };
};

/** True if a file may share its process, as in `npm test`. Files of the project `unit` may not. */
export const mayShare = (file: string): boolean =>
  file.startsWith('server/') && !filesOf('unit').some((glob) => matchesGlob(file, glob));

type Running = {
  root: string;
  rewrite: Rewrite;
  setupFiles?: string[];
  workers: number;
  /** true: one process per test file; false: one process for all files of a run */
  isolate?: boolean;
  /** number of failures after which the run stops; 0 for no limit */
  bail?: number;
  /** limits of tests and hooks, because with a mutant they may wait forever */
  timeouts?: { testTimeout: number; hookTimeout: number };
};

export const openVitest = async ({
  root,
  rewrite,
  setupFiles = [],
  workers,
  isolate = true,
  timeouts,
  bail = 0,
}: Running): Promise<Vitest> => {
  const { setupFiles: ownSetup = [], ...test } = unitTests();
  const vitest = await createVitest(
    { root, config: false, watch: false, run: true, maxWorkers: workers, bail, ...timeouts },
    {
      plugins: [...(config.plugins ?? []), rewriting(root, rewrite)],
      test: {
        ...test,
        isolate,
        setupFiles: [...setupFiles, ...[ownSetup].flat()],
        // uses the Postgres server that the command has started
        globalSetup: process.env.TEST_DATABASE_URL ? ['tools/testing/postgres.setup.ts'] : [],
        reporters: [silent],
        sequence: { sequencer: InOrder },
        ...uncached,
      },
    },
  );
  await vitest.standalone();
  return vitest;
};

export const rewriteWithReach =
  (files: ReadonlySet<string>): Rewrite =>
  (file, text) =>
    files.has(file) ? withReach(file, text) : text;
