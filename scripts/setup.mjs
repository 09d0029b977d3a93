/*
 * Installs the locked packages of all workspaces if packages are missing or the dependencies have
 * changed. Otherwise it ends within milliseconds. Every npm command runs this file first. It is
 * plain JavaScript, because it must run on any Node before packages are installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stampFile = join(root, 'node_modules', '.lightwell-install');

function stop(sentence) {
  console.error(`\n${sentence}\n`);
  process.exit(1);
}

const major = Number(process.versions.node.split('.')[0]);
if (major < 20) {
  stop(`Lightwell needs Node 20 or newer, this is ${process.version}. Install it from nodejs.org.`);
}

const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
/* In the lock file the root is '' and each workspace is its folder. */
const workspaces = Object.keys(JSON.parse(lock).packages).filter(
  (path) => !path.includes('node_modules/'),
);

/**
 * Returns the dependencies that npm installs for a workspace. Changes of the workspace's scripts
 * have no effect on them.
 */
function dependenciesOf(workspace) {
  const file = join(root, workspace, 'package.json');
  if (!existsSync(file)) return null;
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  return { dependencies, devDependencies, optionalDependencies };
}

const stamp = createHash('sha256')
  .update(lock)
  .update(JSON.stringify(workspaces.map(dependenciesOf)))
  .update(`${process.platform}-${process.arch}`)
  .digest('hex');

const installed = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
if (!installed) {
  console.log('Installing packages (about a minute the first time) …');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (result.status !== 0) {
    stop(
      'npm ci did not finish. Check that this machine reaches the npm registry and has about 2 GB of free disk, then run the same command again. If you changed dependencies, lock them first: see tools/checks/check-lock-file.ts.',
    );
  }
  writeFileSync(stampFile, stamp);
}

/*
 * The install script of the package `node` links the pinned Node. The link is missing if install
 * scripts are disabled.
 */
const pinned = spawnSync(join(root, 'node_modules', '.bin', 'node'), ['--version'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
const pinnedMajor = Number(/^v(\d+)/.exec(pinned.stdout ?? '')?.[1] ?? 0);
if (pinnedMajor < 24 && major < 24) {
  stop(
    'The pinned Node 24 is missing, most likely because install scripts are switched off. Run `npm ci --ignore-scripts=false`, or use Node 24 yourself.',
  );
}
