import { defineConfig } from 'vitest/config';
import { firstSnapshots, wireTable } from './scripts/vite-plugins.ts';

export default defineConfig({
  plugins: [firstSnapshots(), wireTable()],
  test: {
    include: [
      '{machines,contract,server,src,scripts}/**/*.test.{ts,tsx}',
      'tests/{unit,paths}/**/*.test.ts',
    ],
    setupFiles: ['tests/unit/setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
});
