import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

export type PostgresServer = { url: string; stop(): Promise<void> };

const programs = ['initdb', 'postgres'];
const hasPrograms = (folder: string) => programs.every((name) => existsSync(join(folder, name)));

/** Debian and Red Hat keep each version in a folder of its own, outside of PATH; so does Homebrew. */
const versionFolders: [folder: string, inside: string][] = [
  ['/usr/lib/postgresql', 'bin'],
  ['/usr', 'bin'],
  ['/opt/homebrew/opt', 'bin'],
  ['/usr/local/opt', 'bin'],
];

const versionOf = (name: string) => Number(/\d+/.exec(name)?.[0] ?? 0);

function installedVersions([folder, inside]: [string, string]): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^(\d+|pgsql-\d+|postgresql(@\d+)?)$/.test(name))
    .sort((a, b) => versionOf(b) - versionOf(a))
    .map((name) => join(folder, name, inside));
}

/** @throws with a sentence for the developer when no Postgres is installed */
function findPrograms(): string {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && existsSync(join(folder, 'postgres')))
    .map((folder) => dirname(realpathSync(join(folder, 'postgres'))));
  const found = [...onPath, ...versionFolders.flatMap(installedVersions)].find(hasPrograms);
  if (found) return found;
  throw new Error(
    'Some tests need a Postgres server and none is installed. Install one (Debian: apt-get install ' +
      'postgresql; macOS: brew install postgresql) or set TEST_DATABASE_URL to a running one.',
  );
}

type User = { uid: number; gid: number };

/** Postgres refuses to run as root: then it runs as the user that its package made, or as nobody. */
function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const entry = users.find(([user]) => user === name);
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new Error(
    'Postgres does not run as root, and there is neither a user postgres nor nobody.',
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
}

/** Resolves when the server accepts connections; rejects with what it said when it ends before. */
async function untilReady(server: ChildProcess): Promise<void> {
  if (!server.stderr) throw new Error('the output of Postgres is not read');
  const said: string[] = [];
  for await (const line of createInterface(server.stderr)) {
    said.push(line);
    if (line.includes('ready to accept connections')) return;
  }
  throw new Error(`Postgres did not start:\n${said.join('\n')}`);
}

/** A Postgres server with an empty directory in the system's folder for temporary files. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = findPrograms();
  const user = unprivilegedUser();
  const home = mkdtempSync(join(tmpdir(), 'lightwell-postgres-'));
  if (user) chownSync(home, user.uid, user.gid);
  const data = join(home, 'data');
  const options = { cwd: home, env: { PATH: folder, LC_ALL: 'C', TZ: 'UTC' }, ...user };
  execFileSync(
    join(folder, 'initdb'),
    ['-D', data, '-U', 'lightwell', '--auth=trust', '--encoding=UTF8', '--no-sync'],
    { ...options, stdio: 'pipe' },
  );
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${home}`,
    'max_connections=100',
    // Nothing here outlives the run.
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
  ];
  const server = spawn(
    join(folder, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await untilReady(server);
  server.stderr?.resume();
  const kill = () => server.kill('SIGINT');
  process.once('exit', kill);
  return {
    url: `postgres://lightwell@127.0.0.1:${port}/postgres`,
    async stop() {
      process.off('exit', kill);
      kill();
      if (server.exitCode === null) await once(server, 'exit');
      await rm(home, { recursive: true, force: true });
    },
  };
}
