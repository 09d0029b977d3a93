import { Worker } from 'node:worker_threads';
import { EngineError, type EngineResult } from './engine.port.ts';
import type { StageReport, WorkerJob, WorkerMessage, WorkerSettings } from './worker-messages.ts';

interface JobControl {
  signal: AbortSignal;
  onProgress(progress: StageReport): void;
}

type Told<Job> = Omit<Job, 'cancel'>;

export type PoolJob<Job = WorkerJob> = Told<Job> & JobControl;

interface PoolResult<Result> {
  result: Result;
  pixels: number;
  /** from the start in a worker to its end, waiting not counted */
  ms: number;
}

interface Task<Job, Result> {
  job: PoolJob<Job>;
  cancel: SharedArrayBuffer;
  resolve(result: PoolResult<Result>): void;
  reject(error: EngineError): void;
}

interface Slot<Job, Result> {
  worker: Worker;
  task: Task<Job, Result> | undefined;
  startedAt: number;
}

/** Runs jobs in worker threads, first come, first served. A worker that dies takes one job with it. */
export class WorkerPool<Job = WorkerJob, Result = EngineResult> {
  /**
   * A cancelled job that has not stopped after this long loses its worker. Jobs check between
   * tiles; ending a thread inside a call of onnxruntime aborts the whole process, so this is long
   * enough for the slowest tile on the busiest machine.
   */
  readonly #cancelPatienceMs: number;
  readonly #file: URL;
  readonly #settings: WorkerSettings;
  readonly #slots: Slot<Job, Result>[] = [];
  readonly #queue: Task<Job, Result>[] = [];
  #waitingForIdle: (() => void)[] = [];
  #closed = false;

  constructor(
    file: URL,
    settings: WorkerSettings,
    size: number,
    { cancelPatienceMs = 300_000 }: { cancelPatienceMs?: number } = {},
  ) {
    this.#cancelPatienceMs = cancelPatienceMs;
    this.#file = file;
    this.#settings = settings;
    for (let index = 0; index < size; index += 1) this.#slots.push(this.#open());
  }

  run(job: PoolJob<Job>): Promise<PoolResult<Result>> {
    if (this.#closed) return Promise.reject(cancelled('The engine is closed'));
    if (job.signal.aborted) return Promise.reject(cancelled('Cancelled before the start'));
    return new Promise((resolve, reject) => {
      const cancel = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
      const task: Task<Job, Result> = { job, cancel, resolve, reject };
      const onAbort = () => this.#cancel(task);
      job.signal.addEventListener('abort', onAbort, { once: true });
      const forget = () => job.signal.removeEventListener('abort', onAbort);
      task.resolve = (result) => {
        forget();
        resolve(result);
      };
      task.reject = (error) => {
        forget();
        reject(error);
      };
      this.#queue.push(task);
      this.#dispatch();
    });
  }

  /** Resolves when no job runs or waits; at once when the pool is closed. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#waitingForIdle.push(resolve);
      this.#tellIdle();
    });
  }

  #tellIdle(): void {
    const isBusy = this.#queue.length > 0 || this.#slots.some(({ task }) => task);
    if (isBusy && !this.#closed) return;
    for (const resolve of this.#waitingForIdle.splice(0)) resolve();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#tellIdle();
    for (const task of this.#queue.splice(0)) task.reject(cancelled('The engine is closing'));
    const running = this.#slots.flatMap((slot) => (slot.task ? [slot] : []));
    await Promise.all(running.map((slot) => this.#stop(slot)));
    await Promise.all(this.#slots.map(({ worker }) => worker.terminate()));
  }

  #open(): Slot<Job, Result> {
    const worker = new Worker(this.#file, { workerData: this.#settings, execArgv: [] });
    worker.unref();
    const slot: Slot<Job, Result> = { worker, task: undefined, startedAt: 0 };
    let reason = 'The worker ended';
    worker.on('message', (message: WorkerMessage<Result>) => this.#receive(slot, message));
    worker.on('error', (error) => {
      reason = `The worker crashed: ${error instanceof Error ? error.stack : error}`;
    });
    worker.on('exit', () => this.#replace(slot, reason));
    return slot;
  }

  #dispatch(): void {
    for (const slot of this.#slots) {
      if (slot.task) continue;
      const task = this.#queue.shift();
      if (!task) break;
      const { signal, onProgress, ...told } = task.job;
      slot.task = task;
      slot.startedAt = performance.now();
      slot.worker.ref();
      slot.worker.postMessage({ ...told, cancel: task.cancel });
    }
    this.#tellIdle();
  }

  #receive(slot: Slot<Job, Result>, message: WorkerMessage<Result>): void {
    const { task } = slot;
    if (!task) return;
    if (message.type === 'progress') {
      task.job.onProgress({ stage: message.stage, fraction: message.fraction });
      return;
    }
    slot.task = undefined;
    slot.worker.unref();
    if (message.type === 'failed') {
      task.reject(new EngineError(message.code, message.message));
    } else {
      const ms = performance.now() - slot.startedAt;
      task.resolve({ result: message.result, pixels: message.pixels, ms });
    }
    this.#dispatch();
  }

  #replace(slot: Slot<Job, Result>, reason: string): void {
    const { task } = slot;
    slot.task = undefined;
    const isCancelled = task && Atomics.load(new Int32Array(task.cancel), 0) !== 0;
    task?.reject(isCancelled ? cancelled(reason) : new EngineError('engine_failed', reason));
    if (this.#closed) return;
    this.#slots[this.#slots.indexOf(slot)] = this.#open();
    this.#dispatch();
    this.#tellIdle();
  }

  #cancel(task: Task<Job, Result>): void {
    const waiting = this.#queue.indexOf(task);
    if (waiting >= 0) {
      this.#queue.splice(waiting, 1);
      task.reject(cancelled('Cancelled while waiting'));
      this.#tellIdle();
      return;
    }
    const slot = this.#slots.find((candidate) => candidate.task === task);
    if (slot) void this.#stop(slot);
  }

  /** Asks the running job to stop; resolves when its worker is free or gone. */
  #stop(slot: Slot<Job, Result>): Promise<void> {
    const { task, worker } = slot;
    if (!task) return Promise.resolve();
    Atomics.store(new Int32Array(task.cancel), 0, 1);
    return new Promise((resolve) => {
      const timer = setTimeout(() => void worker.terminate(), this.#cancelPatienceMs);
      const check = () => {
        if (slot.task === task) return;
        clearTimeout(timer);
        worker.off('message', check);
        worker.off('exit', check);
        resolve();
      };
      worker.on('message', check);
      worker.on('exit', check);
    });
  }
}

function cancelled(message: string): EngineError {
  return new EngineError('cancelled', message);
}
