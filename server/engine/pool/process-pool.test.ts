import { afterEach, describe, expect, it } from 'vitest';
import type { EngineError } from '../engine.port.ts';
import { PauseSwitch } from '../pause-switch.ts';
import type { Behaviour } from '../testing/unsteady.child.ts';
import type { Budget } from './messages.ts';
import { type PoolOptions, ProcessPool } from './process-pool.ts';

const file = new URL('../testing/unsteady.child.ts', import.meta.url);
const settings = { modelsDir: '', manifests: [] };
let pool: ProcessPool<Behaviour, number>;

afterEach(() => pool.close());

function open(options: Partial<PoolOptions> = {}, budget: Budget = { megabytes: 1000 }) {
  pool = new ProcessPool({ file, settings, budget }, { places: 1, ...options });
}

/** Resolves with the id of the process that has done the job. */
async function run(job: Behaviour, { signal = new AbortController().signal } = {}) {
  return (await pool.run({ job, signal })).result;
}

/** Starts a job that runs until it is stopped. Resolves when the job has begun. */
async function begin() {
  const controller = new AbortController();
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const onProgress = () => resolve();
  const done = pool.run({ job: 'forever', signal: controller.signal, onProgress });
  done.catch(() => undefined);
  await begun;
  return {
    done,
    async stop() {
      controller.abort();
      await done.catch(() => undefined);
    },
  };
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a child that dies', () => {
  it.each(['exit', 'crash'] as const)('fails only its own job (%s)', async (job) => {
    open();
    const crashing = expect(run(job)).rejects.toMatchObject({ code: 'engine_failed' });
    const next = run('answer');
    await crashing;
    expect(await next).not.toBe(process.pid);
  });

  it('fails its job when it is killed from outside', async () => {
    open();
    const pid = await run('answer');
    const { done } = await begin();
    const next = run('answer');
    process.kill(pid, 'SIGKILL');
    const error = await done.then(
      () => undefined,
      (reason: EngineError) => reason,
    );
    expect(error?.code).toBe('engine_failed');
    expect(error?.cause).toMatch(/SIGKILL/);
    expect(await next).not.toBe(pid);
  });

  it('fails no job when it is idle', async () => {
    open();
    const pid = await run('answer');
    process.kill(pid, 'SIGKILL');
    const settled = await run('answer').then(
      (other) => other !== pid,
      (error: EngineError) => error.code === 'engine_failed',
    );
    expect(settled).toBe(true);
    expect(await run('answer')).not.toBe(pid);
  });

  it('fails its job with the error code of the pool', async () => {
    open({ blame: 'image_too_complex' });
    await expect(run('crash')).rejects.toMatchObject({ code: 'image_too_complex' });
  });
});

describe('the budget of a job', () => {
  it('ends a child that takes too much memory', async () => {
    open({}, { megabytes: 300 });
    await expect(run('memory')).rejects.toMatchObject({
      code: 'engine_failed',
      cause: expect.stringMatching(/MB of memory, at most 300/),
    });
    await run('answer');
  });

  it('ends a child that takes too much processor time', async () => {
    open({}, { megabytes: 1000, cpuSeconds: 0.3 });
    await expect(run('work')).rejects.toMatchObject({
      code: 'engine_failed',
      cause: expect.stringMatching(/s of work, at most 0.3/),
    });
    await run('answer');
  });

  it('ends a child that never answers', async () => {
    open({ wallMs: 3000 });
    await expect(run('deaf')).rejects.toMatchObject({ code: 'engine_failed' });
    await run('answer');
  });
});

describe('a job that has thrown', () => {
  it('keeps its child, and names folders and libraries only in the log', async () => {
    open();
    const pid = await run('answer');
    const error = await run('throw').then(
      () => undefined,
      (reason: EngineError) => reason,
    );
    expect(error?.code).toBe('engine_failed');
    expect(error?.message).not.toMatch(/folder|libsome/);
    expect(error?.cause).toMatch(/thrown in \/some\/folder/);
    expect(await run('answer')).toBe(pid);
  });
});

/** This time is long enough for the slowest machine. */
const patient = { cancelPatienceMs: 240_000 };

describe('cancelling', () => {
  it('stops a running job and keeps its child', async () => {
    open(patient);
    const pid = await run('answer');
    const running = await begin();
    await running.stop();
    expect(await run('answer')).toBe(pid);
  });

  it('stops work between two tiles and keeps its child', async () => {
    open(patient);
    const pid = await run('answer');
    const controller = new AbortController();
    const { arrival, done } = beginTiles({ signal: controller.signal });
    await arrival('tile');
    controller.abort();
    await expect(done).rejects.toMatchObject({ code: 'cancelled' });
    expect(await run('answer')).toBe(pid);
  });

  it('ends the child of a job that does not react', async () => {
    open({ cancelPatienceMs: 50 });
    const controller = new AbortController();
    const deaf = run('deaf', { signal: controller.signal });
    const next = run('answer');
    controller.abort();
    await expect(deaf).rejects.toMatchObject({ code: 'cancelled' });
    await next;
  });

  it('rejects a job that is cancelled before its request, a waiting job, and any job after the end', async () => {
    open();
    const refused = { code: 'cancelled' };
    await expect(run('answer', { signal: AbortSignal.abort() })).rejects.toMatchObject(refused);
    await begin();
    const waiting = run('answer');
    const closed = pool.close();
    await expect(waiting).rejects.toMatchObject(refused);
    await closed;
    await expect(run('answer')).rejects.toMatchObject(refused);
  });
});

/** Starts a long job in tiles that runs until the pool is closed. Collects the job's messages. */
function beginTiles({ pauses = new PauseSwitch(), signal = new AbortController().signal } = {}) {
  const heard: string[] = [];
  const listeners = new Set<() => void>();
  const hear = (what: string) => {
    heard.push(what);
    for (const listener of listeners) listener();
  };
  const done = pool.run({
    job: 'tiles',
    signal,
    pauses,
    onProgress: () => hear('tile'),
    onPause: (isPaused) => hear(isPaused ? 'paused' : 'resumed'),
  });
  done.catch(() => undefined);
  /** resolves when the message has arrived another `times` times */
  const arrival = (what: string, times = 1) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let left = times;
    const listener = () => {
      if (heard.at(-1) === what) left -= 1;
      if (left > 0) return;
      listeners.delete(listener);
      resolve();
    };
    listeners.add(listener);
    return promise;
  };
  return { pauses, heard, arrival, done };
}

describe('a pause', () => {
  it('stops a job between two tiles, lets others run first and then continues it', async () => {
    open({ places: 2 });
    const { pauses, heard, arrival } = beginTiles();
    await arrival('tile');
    const paused = arrival('paused');
    pauses.set(true);
    await paused;
    const before = heard.length;
    for (let n = 0; n < 5; n += 1) await run('answer');
    expect(heard).toHaveLength(before);
    const goesOn = arrival('tile', 3);
    pauses.set(false);
    await goesOn;
    // Compares only the first messages, because a busy machine may receive more messages at once.
    expect(heard.slice(before, before + 4)).toEqual(['resumed', 'tile', 'tile', 'tile']);
  });

  it('stops a job that begins during the pause at its first tile', async () => {
    open({ places: 2 });
    const pauses = new PauseSwitch();
    pauses.set(true);
    const { heard, arrival } = beginTiles({ pauses });
    await arrival('paused');
    await run('answer');
    expect(heard).toEqual(['tile', 'paused']);
  });

  it('does not keep a job from being cancelled', async () => {
    open(patient);
    const pid = await run('answer');
    const controller = new AbortController();
    const { pauses, arrival, done } = beginTiles({ signal: controller.signal });
    const paused = arrival('paused');
    pauses.set(true);
    await paused;
    controller.abort();
    await expect(done).rejects.toMatchObject({ code: 'cancelled' });
    expect(await run('answer')).toBe(pid);
  });

  it('does not pause the next job in the same child', async () => {
    open();
    const controller = new AbortController();
    const first = beginTiles({ signal: controller.signal });
    const paused = first.arrival('paused');
    first.pauses.set(true);
    await paused;
    controller.abort();
    const next = beginTiles();
    await next.arrival('tile', 3);
    first.pauses.set(false);
    expect(next.heard).not.toContain('paused');
  });
});

describe('the slots of a pool', () => {
  it('are taken in order', async () => {
    open({ places: 2 });
    const [first, second] = [await begin(), await begin()];
    const events: string[] = [];
    const third = run('answer').then(() => events.push('third'));
    await second.stop();
    events.push('second');
    await third;
    expect(events).toEqual(['second', 'third']);
    await first.stop();
  });

  it('go to subnets and owners in turn, not in order of arrival', async () => {
    open();
    const running = await begin();
    const order: string[] = [];
    const wait = (subnet: string, owner: string) => {
      const { signal } = new AbortController();
      const from = { subnet, owner };
      return pool.run({ job: 'answer', signal, from }).then(() => order.push(owner));
    };
    const waiting = ['a', 'a', 'a', 'b'].map((owner) => wait('net', owner));
    waiting.push(wait('elsewhere', 'c'));
    await running.stop();
    await Promise.all(waiting);
    expect(order).toEqual(['a', 'c', 'b', 'a', 'a']);
  });

  it('refuses jobs beyond the limit of the queue', async () => {
    open({ maxWaiting: 1 });
    const running = await begin();
    const waiting = run('answer');
    await expect(run('answer')).rejects.toMatchObject({ code: 'unavailable' });
    await running.stop();
    await waiting;
  });
});

describe('a child without work', () => {
  it('serves the next job', async () => {
    open();
    const pid = await run('answer');
    expect(await run('answer')).toBe(pid);
  });

  it('ends after a while', async () => {
    open({ idleMs: 1 });
    const pid = await run('answer');
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(await run('answer')).not.toBe(pid);
  });
});
