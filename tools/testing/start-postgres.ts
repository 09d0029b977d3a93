import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { ensurePostgres } from './ensure-postgres.ts';

export type PostgresServer = {
  url: string;
  stop(): Promise<void>;
  /** Kills the server with `kill -9`, and starts it again with the same data and address. */
  killAndRestart(): Promise<void>;
};

type User = { uid: number; gid: number };

/**
 * Returns the system user of the Postgres package, or the user "nobody", because Postgres refuses
 * to run as root. Returns undefined if this process is not root.
 */
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
    'Postgres does not run as root. Create a user "postgres" or set TEST_DATABASE_URL.',
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

/**
 * Resolves when the server accepts connections. Rejects with the server's output if the server ends
 * first.
 */
async function untilReady(server: ChildProcess): Promise<void> {
  if (!server.stderr) throw new Error('the output of Postgres cannot be read');
  const said: string[] = [];
  for await (const line of createInterface(server.stderr)) {
    said.push(line);
    if (line.includes('ready to accept connections')) return;
  }
  throw new Error(`Postgres did not start:\n${said.join('\n')}`);
}

/** A new server refuses to start until the processes of a killed server have ended. */
const restartTries = 200;

/**
 * Starts a Postgres server with an empty data directory in the system's temporary folder.
 * @param options.survivesKill keeps all commits when the server is killed. This is slower.
 */
export async function startPostgres({ survivesKill = false } = {}): Promise<PostgresServer> {
  const user = unprivilegedUser();
  const found = ensurePostgres();
  const home = mkdtempSync(join(tmpdir(), 'lightwell-postgres-'));
  if (user) chownSync(home, user.uid, user.gid);
  // only root may be able to read the folder of a downloaded Postgres
  if (user && found.isFetched) cpSync(found.root, join(home, 'fetched'), { recursive: true });
  const folder = join(user && found.isFetched ? join(home, 'fetched') : found.root, 'bin');
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
    // These settings risk the data on a crash, but the data is not needed after the run.
    'fsync=off',
    ...(survivesKill ? [] : ['synchronous_commit=off', 'full_page_writes=off']),
  ];
  async function start(): Promise<ChildProcess> {
    const started = spawn(
      join(folder, 'postgres'),
      ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    await untilReady(started);
    started.stderr?.resume();
    return started;
  }
  let server = await start();
  const kill = () => server.kill('SIGINT');
  process.once('exit', kill);
  return {
    url: `postgres://lightwell@127.0.0.1:${port}/postgres`,
    async killAndRestart() {
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
      for (let n = 1; ; n += 1) {
        try {
          server = await start();
          return;
        } catch (error) {
          if (n === restartTries) throw error;
          await wait(25);
        }
      }
    },
    async stop() {
      process.off('exit', kill);
      kill();
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
      await rm(home, { recursive: true, force: true });
    },
  };
}
