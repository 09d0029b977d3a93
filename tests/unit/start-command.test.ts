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

const startWith = (option: string) =>
  spawnSync(process.execPath, [join(root, 'scripts/start.ts'), option], {
    // a wrong setting, with which no server starts
    env: { PATH: process.env.PATH, PORT: 'none' },
    encoding: 'utf8',
  });

test.each(['--help', '-h'])('%s prints the options and starts nothing', (option) => {
  const { status, stdout, stderr } = startWith(option);
  expect(stdout).toContain('RUN_ENV=development');
  expect([status, stderr]).toEqual([0, '']);
});

test('an unknown option is refused with a sentence', () => {
  const { status, stdout, stderr } = startWith('--prot=8080');
  expect(stderr).toContain("Unknown option '--prot'");
  expect([status, stdout]).toEqual([2, '']);
});
