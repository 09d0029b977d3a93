import { defineConfig } from 'vitest/config';
import { firstSnapshots, wireTable } from './tools/build/vite-plugins.ts';

export default defineConfig({
  plugins: [firstSnapshots(), wireTable()],
  test: {
    include: [
      '{machines,contract,server,src,scripts,tools}/**/*.test.{ts,tsx}',
      'tests/unit/**/*.test.ts',
    ],
    setupFiles: ['tests/unit/setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
});
