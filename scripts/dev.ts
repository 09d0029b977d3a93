import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuild, ensureModels, root } from '../tools/build/prepare.ts';

/*
 * Runs the product and Vite. The server restarts when its sources change. Vite serves the pages
 * with hot reload at http://127.0.0.1:5173. If one of the two ends, the other is ended, too.
 */
ensureModels();
ensureBuild('development');

const children: ChildProcess[] = [
  spawn(process.execPath, ['--watch-path=server', '--watch-path=contract', 'server/main.ts'], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')], {
    cwd: root,
    stdio: 'inherit',
  }),
];

function endAll() {
  for (const child of children) child.kill('SIGTERM');
}

for (const child of children) child.once('exit', endAll);
process.once('SIGINT', endAll);
process.once('SIGTERM', endAll);
