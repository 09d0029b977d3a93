import { defineConfig } from 'vitest/config';
import { firstSnapshots, wireTable } from './tools/build/vite-plugins.ts';

/** They mock modules, count what a process keeps, start the server as a process or look at their own: each has a process of its own. */
const alone = [
  'server/*process*.test.ts',
  'server/store/{embedded-database,kept-file,work-folder}.test.ts',
  'server/domain/{allowance,full-disk,orphan-files,queue-board,record-files,task-progress,task-runner}.test.ts',
];

/** Long tests: `npm run test:deep` runs them, in parts that scripts/test-deep.ts lists. */
const deep = '**/*.deep.test.{ts,tsx}';

/** A few suites of each kind: the server keeps its promises on the embedded database, too. */
const onEmbedded = [
  'server/store/testing/test-database.test.ts',
  'server/domain/{credits,lifecycle}.test.ts',
  'server/routes/records.test.ts',
];

/** The storage of the server, asked by AWS's SDK. */
const onServer = 'workshop/services/*.test.ts';

const postgres = { globalSetup: ['tools/testing/postgres.setup.ts'] };

export default defineConfig({
  plugins: [firstSnapshots(), wireTable()],
  test: {
    setupFiles: ['tests/unit/setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            ...alone,
            'models/src/**/*.test.ts',
            '{tools,workshop}/**/*.test.{ts,tsx}',
            'tests/{unit,examples}/**/*.test.{ts,tsx}',
          ],
          exclude: [deep, onServer],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'tests/seam/*.test.ts', onServer],
          exclude: [...alone, deep, 'server/store/testing/test-database.test.ts'],
          ...postgres,
          // Loading the server takes longer than most of its suites: few processes run all of them.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'embedded', include: onEmbedded, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [deep],
          // A document of its own for each file, in a process that others have warmed up.
          pool: 'vmForks',
        },
      },
      {
        extends: true,
        test: {
          name: 'charts',
          include: ['{machines,contract}/**/*.test.ts'],
          exclude: [deep],
          // Charts and schemas keep nothing in their modules: one process runs all of them.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'deep',
          include: [deep],
          exclude: ['node_modules/**'],
          ...postgres,
          // an exploration or a fine network takes minutes while two of them share the processors
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'deep-embedded',
          include: ['server/{domain,mail,routes}/**/*.test.ts'],
          exclude: [...alone, ...onEmbedded, '**/*.postgres.test.ts', deep],
          testTimeout: 600_000,
          isolate: false,
        },
      },
    ],
  },
});
