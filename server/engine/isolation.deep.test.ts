import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { constants, getPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inspection } from './budgets.ts';
import type { Engine, EngineError, EngineResult, ImageInfo } from './engine.port.ts';
import { createEngine } from './engine.ts';
import { photoLimits } from './functions/manifest.ts';
import { manifests } from './functions/manifests.ts';
import type { InspectOrder } from './inspect.child.ts';
import { usualRuntime } from './network/arithmetic.ts';
import { ProcessPool } from './pool/process-pool.ts';
import type { JobOrder } from './run-job.ts';
import { succeedOnce } from './testing/one-run.ts';
import { bundledPhoto, preparedModels, temporaryFolder } from './testing/pictures.ts';
import { childrenOf } from './testing/processes.ts';

let engine: Engine;
const folder = temporaryFolder();

beforeAll(async () => {
  engine = await createEngine({ modelsDir: await preparedModels(), calibrate: false });
});

afterAll(() => engine.close());

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: EngineError) => error,
  );

describe('the process of the server', () => {
  it('loads neither the image library nor the network runtime', async () => {
    const file = fileURLToPath(new URL('./engine.ts', import.meta.url));
    const script = `
      const { createEngine } = await import(${JSON.stringify(file)});
      const engine = await createEngine({ modelsDir: ${JSON.stringify(await preparedModels())} });
      await engine.inspect(${JSON.stringify(bundledPhoto('coffee.png'))});
      console.log(JSON.stringify(process.report.getReport().sharedObjects));
      await engine.close();`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script]);
    const loaded = JSON.parse(stdout) as string[];
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.filter((name) => /vips|sharp|onnx/i.test(name))).toEqual([]);
  });
});

describe('a job whose process is killed', () => {
  it('fails and leaves nothing, and the next job runs', async () => {
    const outputDir = path.join(folder, 'killed');
    const job = { id: 'killed', code: 'upscale-2x-fine', options: {}, outputDir };
    const inputPath = bundledPhoto('coffee.png');
    const before = childrenOf(process.pid);
    const failure = await failureOf(
      engine.run({
        ...job,
        inputPath,
        signal: new AbortController().signal,
        onProgress({ stage }) {
          if (stage !== 'running') return;
          for (const child of childrenOf(process.pid)) {
            if (!before.includes(child)) process.kill(child, 'SIGKILL');
          }
        },
      }),
    );
    expect(failure).toMatchObject({ name: 'EngineError', code: 'engine_failed' });
    expect(await readdir(outputDir)).toEqual([]);
    await succeedOnce(engine, { code: 'enhance', inputPath: bundledPhoto('chelsea.png'), folder });
  });
});

describe('jobs whose process ends while an accelerator runs their network', () => {
  let choicesPath = '';
  let own: Engine;
  let before: number[] = [];

  /*
   * The stored choice claims that an accelerator runs the denoiser. The processor runs it, because
   * no accelerator is available.
   */
  beforeAll(async () => {
    choicesPath = path.join(folder, 'arithmetic.json');
    const kept = {
      identity: 'this machine',
      provider: 'cuda',
      onProcessor: 'float',
      tries: 0,
      triedAt: 0,
    };
    await writeFile(choicesPath, JSON.stringify({ 'denoise.onnx': kept }));
    before = childrenOf(process.pid);
    const runtime = { ...usualRuntime, accelerators: ['cuda'] as const };
    const modelsDir = await preparedModels();
    own = await createEngine({ modelsDir, choicesPath, runtime, calibrate: false });
  });
  afterAll(() => own.close());

  const tries = async () =>
    JSON.parse(await readFile(choicesPath, 'utf8'))['denoise.onnx'].tries as number;

  /**
   * Kills `kills` processes at their first tile.
   * @returns how often the job was repeated
   */
  async function run(id: string, kills: number): Promise<number> {
    let again = 0;
    const killed = new Set<number>();
    await own.run({
      id,
      code: 'denoise',
      options: {},
      inputPath: bundledPhoto('chelsea.png'),
      outputDir: path.join(folder, id),
      signal: new AbortController().signal,
      onReplaced() {
        again += 1;
      },
      onProgress({ stage }) {
        if (stage !== 'running' || killed.size > again) return;
        for (const child of childrenOf(process.pid)) {
          if (killed.size === kills || before.includes(child) || killed.has(child)) continue;
          killed.add(child);
          process.kill(child, 'SIGKILL');
        }
      },
    });
    return again;
  }

  it('run again, and a job that succeeds on the accelerator clears the blame', async () => {
    const estimate = () => own.estimate('denoise', { width: 451, height: 300 });
    expect([await run('once', 1), await tries()]).toEqual([1, 1]);
    // The duration of this job includes two runs, so it is not recorded.
    expect(estimate()).toBeNull();
    expect([await run('well', 0), await tries()]).toEqual([0, 0]);
    expect(estimate()).not.toBeNull();
  });

  it('do not blame the accelerator if the processor fails, too, and give up after two runs', async () => {
    expect(await failureOf(run('never', 2))).toMatchObject({ code: 'engine_failed' });
    expect(await tries()).toBe(0);
    expect([await run('first', 1), await tries()]).toEqual([1, 1]);
    expect([await run('second', 1), await tries()]).toEqual([1, 2]);
    expect(await failureOf(run('third', 1))).toMatchObject({ code: 'engine_failed' });
  });
});

describe('the process of a job', () => {
  it('does not create a folder for a killed server whose files are already removed', async () => {
    const jobs = new ProcessPool<JobOrder, EngineResult>(
      {
        file: new URL('./job.child.ts', import.meta.url),
        settings: { modelsDir: await preparedModels(), manifests },
        budget: { megabytes: 2000 },
      },
      { places: 1 },
    );
    const outputDir = path.join(folder, 'removed');
    const inputPath = bundledPhoto('coffee.png');
    const job = { id: 'late', code: 'enhance', options: {}, inputPath, outputDir };
    const { signal } = new AbortController();
    expect(await failureOf(jobs.run({ job, signal }))).toMatchObject({ code: 'engine_failed' });
    await jobs.close();
    expect(existsSync(outputDir)).toBe(false);
  });

  it('yields to the server process', async () => {
    const priorities = new Set<number>();
    await engine.run({
      id: 'priority',
      code: 'enhance',
      options: {},
      inputPath: bundledPhoto('coffee.png'),
      outputDir: path.join(folder, 'priority'),
      signal: new AbortController().signal,
      onProgress() {
        for (const child of childrenOf(process.pid)) priorities.add(getPriority(child));
      },
    });
    expect(priorities).toContain(constants.priority.PRIORITY_BELOW_NORMAL);
    expect(getPriority(process.pid)).toBeLessThan(constants.priority.PRIORITY_BELOW_NORMAL);
  });
});

describe('the network runtime', () => {
  it('stores no identifier of this machine and sends no usage reports', async () => {
    const home = path.join(folder, 'home');
    await mkdir(home);
    vi.stubEnv('HOME', home);
    vi.stubEnv('TMPDIR', home);
    const own = await createEngine({ modelsDir: await preparedModels(), calibrate: false });
    const inputPath = path.join(folder, 'small.png');
    await sharp(bundledPhoto('coffee.png')).resize(60, 40).toFile(inputPath);
    try {
      await succeedOnce(own, { code: 'upscale-2x-fast', inputPath, folder });
    } finally {
      await own.close();
      vi.unstubAllEnvs();
    }
    expect(await readdir(home)).toEqual([]);
  });
});

describe('a photo that exceeds the budget of its decoder', () => {
  it('is refused with a code of its own, and the next photo is inspected', async () => {
    const decoders = new ProcessPool<InspectOrder, ImageInfo>(
      {
        file: new URL('./inspect.child.ts', import.meta.url),
        settings: { modelsDir: '', manifests: [] },
        budget: { megabytes: 170 },
      },
      inspection.pool,
    );
    const { signal } = new AbortController();
    const inspect = (inputPath: string) => {
      const rules = { ...photoLimits, maxPixels: 50e6, minSide: 8 };
      return decoders.run({ job: { inputPath, rules }, signal });
    };
    // A progressive JPEG exceeds the budget, because its coefficients stay in memory until the last
    // scan.
    const large = path.join(folder, 'progressive.jpg');
    const flat = { width: 6000, height: 5000, channels: 3 as const, background: '#888' };
    await writeFile(large, await sharp({ create: flat }).jpeg({ progressive: true }).toBuffer());
    try {
      const refused = failureOf(inspect(large));
      expect((await inspect(bundledPhoto('coffee.png'))).result.width).toBe(600);
      expect(await refused).toMatchObject({ code: 'image_too_complex' });
    } finally {
      await decoders.close();
    }
  });
});
