import { matchesGlob, relative } from 'node:path';
import type { Plugin } from 'vite';
import { BaseSequencer, createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import config from '../../vitest.config.ts';
import { withReach } from './reach.ts';

/* Vitest on sources that are changed while they are loaded. Nothing is written to a source file. */

type Rewrite = (file: string, text: string) => string;

/** Transitions made by a broken server do not count as coverage. */
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

/** Runs files in the given order, in which the likeliest to notice a mutant come first. */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return files;
  }
}

/** Changed modules must not be cached for a run of the tests. */
const uncached = { fsModuleCache: false };

/** The files that a project of vitest.config.ts includes. */
const filesOf = (name: string): string[] => {
  const found = config.test?.projects?.find(
    (project) => typeof project === 'object' && 'test' in project && project.test?.name === name,
  );
  const files = typeof found === 'object' && 'test' in found ? found.test?.include : undefined;
  if (!files) throw new Error(`vitest.config.ts has no project named “${name}”`);
  return files;
};

/**
 * The projects that run without Postgres, merged into one project, because Vitest does not apply
 * overrides to projects.
 */
const unitTests = () => {
  const { projects: _, ...shared } = config.test ?? {};
  const include = ['unit', 'server', 'pages', 'charts'].flatMap(filesOf);
  // the kept screens are the only long tests that run here, because they prove what components show
  const long = '{!(workshop),workshop/!(gallery)}/**/*.deep.test.*';
  const exclude = [long, '**/*.postgres.test.ts', '**/node_modules/**'];
  return { ...shared, name: 'unit', include, exclude };
};

/** Files of the server share a process, as in `npm test`, except those of the project `unit`. */
export const mayShare = (file: string): boolean =>
  file.startsWith('server/') && !filesOf('unit').some((glob) => matchesGlob(file, glob));

type Running = {
  root: string;
  rewrite: Rewrite;
  setupFiles?: string[];
  workers: number;
  /** one process for each test file; otherwise one for all files of a run */
  isolate?: boolean;
  /** number of failures after which the run stops; 0 if it never stops */
  bail?: number;
  /** limits of tests and hooks, because a mutant can make them wait forever */
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
        // uses the Postgres server that the mutant command has started
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
