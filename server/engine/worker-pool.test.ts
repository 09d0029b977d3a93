import { afterEach, describe, expect, it } from 'vitest';
import { type PoolJob, WorkerPool } from './worker-pool.ts';

const file = new URL('./testing/unsteady.worker.ts', import.meta.url);
let pool: WorkerPool;

afterEach(() => pool.close());

function open(size = 1): WorkerPool {
  pool = new WorkerPool(file, { modelsDir: '', manifests: [] }, size, {
    cancelPatienceMs: 50,
  });
  return pool;
}

function job(code: string, signal = new AbortController().signal): PoolJob {
  return { id: code, code, options: {}, inputPath: '', outputDir: '', signal, onProgress() {} };
}

describe('WorkerPool', () => {
  it.each(['die', 'throw'])('fails only the job whose worker crashes (%s)', async (code) => {
    open();
    const crashing = expect(pool.run(job(code))).rejects.toMatchObject({ code: 'engine_failed' });
    const next = pool.run(job('answer'));
    await crashing;
    await expect(next).resolves.toMatchObject({ pixels: 1 });
  });

  it('terminates the worker of a cancelled job that does not react', async () => {
    open();
    const controller = new AbortController();
    const deaf = pool.run(job('deaf', controller.signal));
    const next = pool.run(job('answer'));
    controller.abort();
    await expect(deaf).rejects.toMatchObject({ code: 'cancelled' });
    await expect(next).resolves.toMatchObject({ pixels: 1 });
  });

  it('rejects a job that was cancelled before, and any after the end', async () => {
    open();
    await expect(pool.run(job('answer', AbortSignal.abort()))).rejects.toMatchObject({
      code: 'cancelled',
    });
    await pool.close();
    await expect(pool.run(job('answer'))).rejects.toMatchObject({ code: 'cancelled' });
  });
});
