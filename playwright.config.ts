import { defineConfig } from '@playwright/test';
import { deepTag } from './tools/testing/deep-tag.ts';

const deep = new RegExp(deepTag);

/* Set by tests/browser/global-setup.ts, which starts the real product on a free port. */
export default defineConfig({
  testDir: 'tests/browser',
  /* a separate folder, because Playwright empties it before each run */
  outputDir: 'test-results/browser',
  globalSetup: './tests/browser/global-setup.ts',
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  projects: [
    { name: 'journeys', testIgnore: 'paths/**', grepInvert: deep },
    { name: 'walks', testMatch: 'paths/walks.spec.ts', grepInvert: deep },
    { name: 'journeys-deep', testIgnore: 'paths/**', grep: deep, timeout: 300_000 },
    { name: 'walks-deep', testMatch: 'paths/walks.spec.ts', grep: deep, timeout: 300_000 },
  ],
  use: {
    browserName: 'chromium',
    /* recording a trace takes longer than many tests; --trace on enables it */
    trace: 'off',
    screenshot: 'only-on-failure',
    /*
     * On a busy machine smooth scrolling is slow and moves the page away under a click. Tests of a
     * cold page and one journey use full motion.
     */
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
