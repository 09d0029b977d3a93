import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  buildFolder,
  currentBuild,
  earlierBuilds,
  holdBuild,
  openBuild,
  openOtherBuilds,
} from './process-build.ts';
import { makeBuild, removeUnusedBuilds, reuseBuild, shareBuild } from './stored-builds.ts';

let dist: string;
let servers: ChildProcess[];
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'lightwell-builds-'));
  servers = [];
});
afterEach(async () => {
  vi.useRealTimers();
  for (const server of servers) await end(server);
  await rm(dist, { recursive: true, force: true });
});

const kind = 'development';

/** Makes a build with one page, whose text is the name of its sources. */
const build = (sources: string) =>
  makeBuild({ dist, kind, fingerprint: () => sources }, async (folder) => {
    mkdirSync(join(folder, 'client'));
    writeFileSync(join(folder, 'client', 'page'), sources);
  });

const served = (folder: string) => readFileSync(join(folder, 'client', 'page'), 'utf8');
const current = () => currentBuild(dist, kind);
const builds = () => readdirSync(join(dist, 'builds')).sort();

/** Starts a process that serves the current build. */
async function serve(): Promise<ChildProcess> {
  const module = fileURLToPath(new URL('./process-build.ts', import.meta.url));
  const program = `
    import { openBuild } from ${JSON.stringify(module)};
    console.log(openBuild(${JSON.stringify(dist)}, 'development'));
    setInterval(() => {}, 1000);`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  servers.push(server);
  await once(server.stdout, 'data');
  return server;
}

async function end(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
}

test('a build under a running server keeps its files until the server has ended', async () => {
  await build('old');
  const old = current() ?? '';
  const server = await serve();
  await build('new');
  removeUnusedBuilds(dist);
  expect(served(old)).toBe('old');
  expect(served(current() ?? '')).toBe('new');
  await end(server);
  removeUnusedBuilds(dist);
  expect(builds()).toEqual(['new']);
});

test('two kinds of build exist side by side', async () => {
  await build('here');
  await makeBuild({ dist, kind: 'production', fingerprint: () => 'there' }, async () => {});
  removeUnusedBuilds(dist);
  expect(current()).toBe(join(dist, 'builds', 'here'));
  expect(currentBuild(dist, 'production')).toBe(join(dist, 'builds', 'there'));
});

test('a failed build changes nothing and is not fresh', async () => {
  await build('old');
  const failing = makeBuild({ dist, kind, fingerprint: () => 'new' }, async (folder) => {
    writeFileSync(join(folder, 'half'), '');
    throw new Error('does not compile');
  });
  await expect(failing).rejects.toThrow('does not compile');
  expect(current()).toBe(join(dist, 'builds', 'old'));
  expect(reuseBuild(dist, kind, 'new')).toBe(false);
  expect(builds()).toEqual(['old']);
});

test('a build whose sources changed during the build is not fresh', async () => {
  const prints = ['before', 'after'];
  const changing = makeBuild(
    { dist, kind, fingerprint: () => prints.shift() ?? '' },
    async () => {},
  );
  await expect(changing).rejects.toThrow('The sources changed during the build.');
  expect(current()).toBeNull();
});

test('removes the draft of a killed build, and keeps the draft of a running one', async () => {
  mkdirSync(join(dist, 'builds', 'killed.1'), { recursive: true });
  await makeBuild({ dist, kind, fingerprint: () => 'under-way' }, async () => {
    removeUnusedBuilds(dist);
    expect(builds()).toHaveLength(1);
    expect(builds()[0]).toMatch(/^under-way\./);
  });
});

test('reuses an existing older build', async () => {
  await build('old');
  await build('new');
  expect(reuseBuild(dist, kind, 'old')).toBe(true);
  expect(served(current() ?? '')).toBe('old');
});

test('does not reuse a build that another process is about to remove', async () => {
  await build('old');
  await build('new');
  const release = holdBuild(buildFolder(dist, 'old'), { shared: false });
  expect(reuseBuild(dist, kind, 'old')).toBe(false);
  release?.();
  expect(reuseBuild(dist, kind, 'old')).toBe(true);
  expect(served(current() ?? '')).toBe('old');
});

test('without a build there is nothing to serve', () => {
  expect(current()).toBeNull();
  expect(existsSync(openBuild(dist, kind))).toBe(false);
  writeFileSync(join(dist, `current-${kind}`), 'gone\n');
  expect(current()).toBeNull();
  rmSync(dist, { recursive: true });
  expect(existsSync(openBuild(dist, kind))).toBe(false);
});

test('serves earlier builds for a week, at most five of them', async () => {
  const make = (sources: string) =>
    makeBuild({ dist, kind: 'production', fingerprint: () => sources }, async (folder) => {
      mkdirSync(join(folder, 'client'));
    });
  const earlier = (now?: number) =>
    earlierBuilds(dist, 'production', now).map((folder) => folder.slice(-1));
  for (const name of ['1', '2', '3', '4', '5', '6', '7']) {
    vi.setSystemTime(Date.UTC(2030, 0, 1, Number(name)));
    await make(name);
  }
  removeUnusedBuilds(dist);
  expect(builds()).toEqual(['2', '3', '4', '5', '6', '7']);
  expect(earlier()).toEqual(['6', '5', '4', '3', '2']);
  expect(earlierBuilds(dist, 'development')).toEqual([]);
  // a build counts as replaced from the time when the next build is made
  vi.setSystemTime(Date.UTC(2030, 0, 8, 5, 59));
  expect(earlier()).toEqual(['6', '5']);
  expect(reuseBuild(dist, 'production', '6')).toBe(true);
  expect(earlier()).toEqual(['7', '5']);
  vi.setSystemTime(Date.UTC(2030, 0, 30));
  removeUnusedBuilds(dist);
  expect(builds()).toEqual(['6']);
});

describe('a shared folder', () => {
  /** Makes the `dist` of an image with one build. */
  async function image(name: string): Promise<string> {
    const folder = join(dist, `image-${name}`);
    await makeBuild(
      { dist: folder, kind: 'production', fingerprint: () => name },
      async (draft) => {
        mkdirSync(join(draft, 'client'));
        writeFileSync(join(draft, 'client', 'page'), name);
      },
    );
    return folder;
  }

  /** Starts a process of the image. Returns a function that lists the other builds it serves. */
  async function start(from: string) {
    await shareBuild(from, dist, 'production');
    const ownDir = openBuild(from, 'production');
    const others = openOtherBuilds(dist, { kind: 'production', ownDir });
    const list = () => others().map((folder) => readFileSync(join(folder, 'page'), 'utf8'));
    list();
    return list;
  }

  test('contains the builds of all processes during a rolling deployment and a rollback', async () => {
    const [old, next] = [await image('old'), await image('next')];
    const first = await start(old);
    const second = await start(old);
    expect([first(), second()]).toEqual([[], []]);
    const replaced = await start(next);
    expect([first(), replaced()]).toEqual([['next'], ['old']]);
    // the process of the old build is restarted after a crash
    const restarted = await start(old);
    expect([restarted(), replaced()]).toEqual([['next'], ['old']]);
  });

  test('keeps a build that a process serves, however old it is', async () => {
    vi.setSystemTime(Date.UTC(2030, 0, 1));
    const first = await start(await image('old'));
    await start(await image('next'));
    vi.setSystemTime(Date.UTC(2030, 1, 1));
    const third = await start(await image('third'));
    expect(builds()).toEqual(['next', 'old', 'third']);
    expect(first()).toEqual(['third', 'next']);
    expect(third()).toEqual(['next']);
  });

  test('that cannot be written is named in the refusal', async () => {
    const from = await image('old');
    writeFileSync(join(dist, 'file'), '');
    const sharing = shareBuild(from, join(dist, 'file'), 'production');
    await expect(sharing).rejects.toThrow(/^The build cannot be copied to BUILDS_DIR: ENOTDIR/);
  });
});
