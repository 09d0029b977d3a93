import { spawnSync } from 'node:child_process';
import { root } from '../../tools/build/prepare.ts';
import { fail, obeyCall, readOptions } from '../../tools/cli/bad-call.ts';
import { accepting } from './screens/kept-screen.ts';

const usage = `npm run screens:accept   accepts what the screens of the charts show and send now`;

const obey = (args: string[]): boolean => {
  readOptions(args, { options: {}, allowPositionals: false });
  if (process.env.CI) {
    fail(
      'Screens must be accepted by a person who reads the changes: nothing is written under CI.',
    );
  }
  const run = ['run', '--project', 'deep', 'workshop/gallery/screens', '--update'];
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...run], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, [accepting]: '1' },
  });
  return status === 0;
};

await obeyCall(usage, obey);
