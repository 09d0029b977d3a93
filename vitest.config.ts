import { defineConfig } from 'vitest/config';
import { firstSnapshots, wireTable } from './tools/build/vite-plugins.ts';

/**
 * Files that need a process of their own: they mock modules, count state of the process, or start
 * the server as a process.
 */
const alone = [
  'server/platform/process/*.test.ts',
  'server/platform/database/embedded-database.test.ts',
  'server/platform/storage/{kept-file,work-folder}.test.ts',
  'server/credits/allowance.test.ts',
  'server/tasks/{full-disk,orphan-files,queue-board,record-files,task-progress,task-runner}.test.ts',
];

/** Long tests. `npm run test:deep` runs them in the parts that scripts/test-deep.ts lists. */
const deep = '**/*.deep.test.{ts,tsx}';

/** A few suites of each kind that also run on the embedded database. */
const onEmbedded = [
  'server/platform/database/testing/test-database.test.ts',
  'server/credits/credits.test.ts',
  'server/platform/lifecycle/lifecycle.test.ts',
  'server/tasks/records.test.ts',
];

/** Tests that need a bucket. `npm run test:s3` provides it. */
const onS3 = 'server/**/*.s3.test.ts';

/** Tests of the server's storage with the AWS SDK. */
const onServer = 'workshop/services/*.test.ts';

const postgres = { globalSetup: ['tools/testing/postgres.setup.ts'] };

/** Folders of the server whose tests need a database. */
const features =
  'accounts,composition,contact,credits,mail,operator,orders,owners,pages,providers/sandbox,subscriptions,tasks,uploads';

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
          exclude: [...alone, deep, onS3, 'server/platform/database/testing/test-database.test.ts'],
          ...postgres,
          // Loading the server takes longer than most of its suites, so a few processes run all
          // suites.
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
          // Each file has its own document in a process that is already warm.
          pool: 'vmForks',
        },
      },
      {
        extends: true,
        test: {
          name: 'charts',
          include: ['{machines,contract}/**/*.test.ts'],
          exclude: [deep],
          // Charts and schemas keep no state in their modules, so one process runs all files.
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
          // an exploration or a fine network takes minutes if two of them share the processors
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: { name: 'deep-s3', include: [onS3], ...postgres, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'deep-embedded',
          include: [`server/{${features},platform/http}/**/*.test.ts`],
          exclude: [...alone, ...onEmbedded, '**/*.postgres.test.ts', onS3, deep],
          testTimeout: 600_000,
          isolate: false,
        },
      },
    ],
  },
});
