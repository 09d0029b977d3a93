import { defineConfig } from 'vitest/config';
import { firstSnapshots, wireTable } from './tools/build/vite-plugins.ts';
import { embeddedProject, suitesOfConcurrency } from './tools/testing/suites-of-concurrency.ts';

/** They hold a lock on a connection of their own while somebody else waits for it. */
const onPostgresOnly = '{server,tools}/**/*.postgres.test.ts';

/** They mock modules, count what a process keeps, start the server as a process or look at their own: each has a process of its own. */
const alone = [
  'server/*process*.test.ts',
  'server/memory-settings.test.ts',
  'server/store/{embedded-database,kept-file,work-folder}.test.ts',
  'server/engine/{isolation,memory,resume}.test.ts',
  'server/domain/{allowance,full-disk,orphan-files,queue-board,record-files,task-progress,task-runner}.test.ts',
];

export default defineConfig({
  plugins: [firstSnapshots(), wireTable()],
  test: {
    setupFiles: ['tests/unit/setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    restoreMocks: true,
    tags: [{ name: 'whole', description: 'takes long: only npm test -- --whole runs it' }],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            ...alone,
            'models/src/**/*.test.ts',
            '{scripts,tools}/**/*.test.{ts,tsx}',
            'tests/{unit,examples}/**/*.test.{ts,tsx}',
          ],
          exclude: [onPostgresOnly],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: [...alone, ...suitesOfConcurrency, onPostgresOnly],
          // Loading the server takes longer than most of its suites: few processes run all of them (0294).
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: embeddedProject, include: suitesOfConcurrency, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['src/**/*.test.{ts,tsx}'],
          // A document of its own for each file, in a process that others have warmed up (0294).
          pool: 'vmForks',
        },
      },
      {
        extends: true,
        test: {
          name: 'charts',
          include: ['{machines,contract}/**/*.test.ts'],
          // Charts and schemas keep nothing in their modules: one process runs all of them (0294).
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...suitesOfConcurrency, onPostgresOnly, 'tests/seam/*.test.ts'],
          globalSetup: ['tools/testing/postgres.setup.ts'],
          isolate: false,
        },
      },
    ],
  },
});
