import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../tools/build/prepare.ts';

test('a wrong setting is reported before anything is built', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/start.ts')], {
    env: { PATH: process.env.PATH, RUN_ENV: 'production', SMTP_URL: 'off', PUBLIC_URL: '' },
    encoding: 'utf8',
  });
  expect(stderr).toContain('PUBLIC_URL: production needs the address that visitors use');
  expect([status, stdout]).toEqual([1, '']);
});
