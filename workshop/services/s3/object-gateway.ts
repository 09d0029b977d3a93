import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Debian's packages of Ceph. Its object gateway verifies signatures, policies and forms of S3. */
const packages = ['ceph-mon', 'ceph-osd', 'ceph-common', 'radosgw'];
const programs = ['ceph-mon', 'ceph-osd', 'ceph', 'radosgw', 'radosgw-admin', 'monmaptool'];

export const isInstalled = (): boolean => programs.every((name) => existsSync(`/usr/bin/${name}`));

/** Needs root and about 300 MB. */
export function installGateway(): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) => execFileSync('apt-get', args, { stdio: 'inherit', env });
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...packages);
}

export type Gateway = {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  stop(): Promise<void>;
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
}

/** One monitor, one store in memory, no copies: enough for tests, and gone afterwards. */
const settings = (folder: string, fsid: string, ports: { monitor: number; gateway: number }) => `
[global]
fsid = ${fsid}
mon host = [v2:127.0.0.1:${ports.monitor}]
public addr = 127.0.0.1
cluster addr = 127.0.0.1
keyring = ${folder}/keyring
run dir = ${folder}
crash dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/$name.log
mon cluster log file = ${folder}/cluster.log
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 2000
[mon]
mon data = ${folder}/mon
mon data avail crit = 1
mon initial members = a
[osd]
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 4294967296
[client.gateway]
rgw data = ${folder}/gateway
rgw frontends = beast endpoint=127.0.0.1:${ports.gateway}
`;

const identities: [string, ...string[]][] = [
  ['mon.', '--cap', 'mon', 'allow *'],
  ['client.admin', '--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *'],
  ['osd.0', '--cap', 'mon', 'allow profile osd', '--cap', 'osd', 'allow *'],
  ['client.gateway', '--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *'],
];

async function untilItAnswers(endpoint: string): Promise<void> {
  for (let n = 0; n < 300; n += 1) {
    const answer = await fetch(endpoint).catch(() => undefined);
    if (answer?.ok) return;
    await setTimeout(200);
  }
  throw new Error(`The gateway at ${endpoint} did not answer within a minute`);
}

/** Starts Ceph's object gateway on a free port, with an empty store in memory and one user. */
export async function startGateway(): Promise<Gateway> {
  const folder = await mkdtemp(join(tmpdir(), 'lightwell-s3-'));
  const ports = { monitor: await freePort(), gateway: await freePort() };
  const fsid = randomUUID();
  const conf = join(folder, 'ceph.conf');
  await writeFile(conf, settings(folder, fsid, ports));
  for (const name of ['mon', 'osd', 'gateway']) await mkdir(join(folder, name));
  const options = { env: { PATH: process.env.PATH, CEPH_CONF: conf }, cwd: folder };
  const call = (program: string, ...args: string[]) =>
    run(program, args, { ...options, timeout: 60_000 });
  const children = [] as ReturnType<typeof spawn>[];
  const serve = (program: string, ...args: string[]) =>
    children.push(spawn(program, [...args, '-f'], { ...options, stdio: 'ignore' }));

  const stop = async () => {
    for (const child of children.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    await rm(folder, { recursive: true, force: true });
  };

  const keys = { accessKeyId: 'contract', secretAccessKey: randomUUID() };
  const endpoint = `http://127.0.0.1:${ports.gateway}`;
  try {
    await call('ceph-authtool', '--create-keyring', 'keyring');
    for (const [name, ...caps] of identities) {
      await call('ceph-authtool', 'keyring', '--gen-key', '-n', name, ...caps);
    }
    const monitor = `[v2:127.0.0.1:${ports.monitor}]`;
    await call('monmaptool', '--create', '--addv', 'a', monitor, '--fsid', fsid, 'monmap');
    await call('ceph-mon', '--mkfs', '-i', 'a', '--monmap', 'monmap', '--keyring', 'keyring');
    serve('ceph-mon', '-i', 'a');
    const osd = randomUUID();
    await call('ceph', 'osd', 'new', osd);
    await call('ceph-osd', '--mkfs', '-i', '0', '--osd-uuid', osd);
    serve('ceph-osd', '-i', '0');
    const user = [
      '--uid=lightwell',
      '--display-name=lightwell',
      `--access-key=${keys.accessKeyId}`,
    ];
    await call('radosgw-admin', 'user', 'create', ...user, `--secret=${keys.secretAccessKey}`);
    serve('radosgw', '-n', 'client.gateway');
    await untilItAnswers(endpoint);
    return { endpoint, ...keys, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
