import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../tools/build/prepare.ts';
import { ensureHeadlessBrowser } from '../../tools/testing/ensure-browser.ts';

/*
 * `npm run payments -w workshop/browsers`: pays with each of the thirteen payment methods in the
 * browser, once for each outcome that the sandbox offers. `npm run test:deep -- journeys` does a
 * part of this.
 */
const cli = join(root, 'node_modules/@playwright/test/cli.js');
const { status } = spawnSync(
  process.execPath,
  [cli, 'test', '--reporter=list', 'tests/browser/pay-ways.spec.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PAY_WAYS: 'all', ...ensureHeadlessBrowser() },
  },
);
process.exit(status ?? 1);
