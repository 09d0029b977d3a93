import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../../tools/build/prepare.ts';

/** The emulator is installed on request and is not a dependency, because it has 266 MB. */
const version = '15.34.2';
const folder = join(root, '.cache', `firebase-tools-${version}`);
const cli = join(folder, 'node_modules/firebase-tools/lib/bin/firebase.js');

export const isInstalled = (): boolean => existsSync(cli);

/** The emulator needs no install scripts. */
export function installEmulator(): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact'];
  execFileSync('npm', ['install', ...options, `firebase-tools@${version}`], {
    cwd: folder,
    stdio: 'inherit',
  });
}

export type Emulator = { host: string; stop(): Promise<void> };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
}

/** Starts Firebase's Auth emulator for one project on a free port. */
export async function startEmulator(project: string): Promise<Emulator> {
  const home = await mkdtemp(join(tmpdir(), 'lightwell-provider-'));
  const port = await freePort();
  const at = async () => ({ host: '127.0.0.1', port: await freePort() });
  const emulators = {
    auth: { host: '127.0.0.1', port },
    hub: await at(),
    logging: await at(),
    ui: { enabled: false },
  };
  await writeFile(join(home, 'firebase.json'), JSON.stringify({ emulators }));
  const child = spawn(
    process.execPath,
    [cli, 'emulators:start', '--only', 'auth', '--project', project],
    // the other HOME hides any Firebase login of this machine
    { cwd: home, env: { PATH: process.env.PATH, HOME: home, CI: '1' }, stdio: 'pipe' },
  );
  const gone = once(child, 'exit');
  child.stderr.resume();
  const stop = async () => {
    if (child.exitCode === null) child.kill('SIGTERM');
    await gone;
    await rm(home, { recursive: true, force: true });
  };
  const said: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    said.push(line);
    if (!line.includes('All emulators ready')) continue;
    child.stdout.resume();
    return { host: `127.0.0.1:${port}`, stop };
  }
  await stop();
  throw new Error(`The emulator did not start:\n${said.join('\n')}`);
}
