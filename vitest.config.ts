import { defineConfig } from 'vitest/config';
import { firstSnapshots, wireTable } from './tools/build/vite-plugins.ts';

export default defineConfig({
  plugins: [firstSnapshots(), wireTable()],
  test: {
    include: [
      '{machines,contract,server,src,scripts,tools}/**/*.test.{ts,tsx}',
      'tests/{unit,examples}/**/*.test.{ts,tsx}',
    ],
    setupFiles: ['tests/unit/setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
});
