import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { uploadSignature } from '../../contract/ai-function.ts';
import { aiRecord } from '../../contract/records.ts';
import { residentMegabytes, treeOf } from '../../server/engine/testing/processes.ts';

/*
 * npm run memory -w workshop/bench [-- --json]
 * Measures the total resident memory of all processes of the product, started by the start command:
 * idle after a restart, the peak during ten mixed tasks, and idle again a minute later.
 */
const { values: options } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const root = path.resolve(import.meta.dirname, '../..');
const targets = { mostIdleMegabytes: 400, mostAfterTasksMegabytes: 600 };
const settleMs = 30_000;
const afterTasksMs = 60_000;
const sampleMs = 100;

/** Each task's function, photo and width of the photo. The height follows from the width. */
const tasks = [
  ['upscale-2x-fast', 'chelsea.png', 451],
  ['enhance', 'coffee.png', 4000],
  ['face-blur', 'astronaut.png', 512],
  ['denoise', 'rocket.jpg', 640],
  ['upscale-4x-fast', 'astronaut.png', 512],
  ['face-portrait', 'astronaut.png', 512],
  ['enhance', 'rocket.jpg', 3000],
  ['upscale-2x-fine', 'chelsea.png', 451],
  ['face-blur', 'coffee.png', 3000],
  ['denoise', 'chelsea.png', 1500],
] as const;

interface Product {
  url: string;
  process: ChildProcess;
}

/** Starts the product on a free port. Resolves when it answers. */
async function start(dataDir: string): Promise<Product> {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.ts')], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: '',
      GUEST_DAILY_CREDITS: '10000',
      RUN_ENV: 'development',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const text of child.stdout.setEncoding('utf8')) {
    if (String(text).includes(url)) break;
  }
  if (child.exitCode !== null) throw new Error('The product did not start');
  return { url, process: child };
}

async function stop({ process: child }: Product): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

const memoryOf = ({ process: child }: Product) => residentMegabytes(treeOf(child.pid ?? 0));

/**
 * Waits until only the start command and the server have been running for a while. After its first
 * start the server measures each function, in another process.
 */
async function untilIdle({ process: child }: Product): Promise<void> {
  let idleMs = 0;
  while (idleMs < settleMs) {
    await wait(1000);
    idleMs = treeOf(child.pid ?? 0).length === 2 ? idleMs + 1000 : 0;
  }
}

/** A visitor with a guest cookie. */
class Visitor {
  readonly #url: string;
  #cookie = '';

  constructor(url: string) {
    this.#url = url;
  }

  async call(address: string, body?: object): Promise<unknown> {
    const response = await fetch(this.#url + address, {
      headers: { cookie: this.#cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    this.#cookie = response.headers.get('set-cookie')?.split(';')[0] ?? this.#cookie;
    const { success, msg, obj } = (await response.json()) as Record<string, unknown>;
    if (success !== '1') throw new Error(`${address}: ${success} ${msg}`);
    return obj;
  }

  /** Uploads a photo, runs the function and waits for its end. */
  async run(code: string, photo: Buffer): Promise<number> {
    const signed = uploadSignature.parse(await this.call('/v1/file/notAuthSignature/jpg'));
    const form = new FormData();
    for (const [name, value] of Object.entries(signed.fields)) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(photo)]));
    await fetch(new URL(signed.url, this.#url), { method: 'POST', body: form });
    const wish = { fileKey: signed.fileKey, idempotencyKey: randomUUID() };
    const started = await this.call(`/v1/ai-function/notAuth/dealSave/${code}`, wish);
    let record = aiRecord.parse(started);
    while (record.dealStatus < 2) {
      await wait(250);
      record = aiRecord.parse(await this.call(`/v1/ai-function-record/detail/${record.id}`));
    }
    return record.dealStatus;
  }
}

const photoOf = (name: string, width: number) =>
  sharp(path.join(root, 'tests/photos', name))
    .removeAlpha()
    .resize(width)
    .jpeg()
    .toBuffer();

async function runTasks(product: Product): Promise<number> {
  let peak = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, memoryOf(product));
  }, sampleMs);
  const visitor = new Visitor(product.url);
  for (const [code, name, width] of tasks) {
    const status = await visitor.run(code, await photoOf(name, width));
    console.log(`${code} of ${name} at ${width} pixels: status ${status}`);
  }
  clearInterval(sampling);
  return peak;
}

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'lightwell-memory-'));
const figures = { idleMegabytes: 0, peakMegabytes: 0, afterTasksMegabytes: 0 };
let product: Product | undefined;
try {
  product = await start(dataDir);
  await untilIdle(product);
  await stop(product);
  product = await start(dataDir);
  await untilIdle(product);
  figures.idleMegabytes = Math.round(memoryOf(product));
  figures.peakMegabytes = Math.round(await runTasks(product));
  await wait(afterTasksMs);
  figures.afterTasksMegabytes = Math.round(memoryOf(product));
} finally {
  if (product) await stop(product);
  await rm(dataDir, { recursive: true, force: true });
}

const met =
  figures.idleMegabytes <= targets.mostIdleMegabytes &&
  figures.afterTasksMegabytes <= targets.mostAfterTasksMegabytes;
console.log(`Idle after a restart: ${figures.idleMegabytes} MB (at most 400)`);
console.log(`Peak during ten tasks: ${figures.peakMegabytes} MB`);
console.log(`A minute after the ten tasks: ${figures.afterTasksMegabytes} MB (at most 600)`);
console.log(met ? 'All targets met.' : 'A target was missed.');
if (options.json) {
  console.log(JSON.stringify({ name: 'memory', figures, ratios: {}, targets, met }));
}
