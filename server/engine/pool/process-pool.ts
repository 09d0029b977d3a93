import { EngineError, type EngineErrorCode } from '../engine.port.ts';
import type { FromChild, StageReport } from './messages.ts';
import { type ChildKind, PoolChild } from './pool-child.ts';

export interface PoolOptions {
  /** jobs at the same time */
  places: number;
  /** a child without a job ends after this long: with it go its networks and their memory */
  idleMs?: number;
  /** a job that has not stopped this long after its cancellation loses its child */
  cancelPatienceMs?: number;
  /** a job that takes longer in its child is ended, with `overBudget` */
  wallMs?: number;
  /** jobs beyond so many waiting ones are refused, with `unavailable` */
  mostWaiting?: number;
  /** what a job fails with that costs more than its budget, or whose child dies */
  blame?: EngineErrorCode;
}

export interface PoolJob<Job> {
  job: Job;
  signal: AbortSignal;
  onProgress?(progress: StageReport): void;
}

interface PoolResult<Result> {
  result: Result;
  pixels: number;
}

interface Task<Job, Result> extends Required<PoolJob<Job>> {
  isCancelled: boolean;
  resolve(result: PoolResult<Result>): void;
  reject(error: EngineError): void;
}

interface Slot<Job, Result> {
  child: PoolChild<Job, Result>;
  task: Task<Job, Result> | undefined;
  timer: NodeJS.Timeout | undefined;
  ended: Promise<void>;
  tellEnded(): void;
}

const defaults = {
  idleMs: 20_000,
  cancelPatienceMs: 10_000,
  wallMs: Number.POSITIVE_INFINITY,
  mostWaiting: Number.POSITIVE_INFINITY,
  blame: 'engine_failed' as EngineErrorCode,
};

/**
 * Runs jobs in child processes, first come, first served. Children start when they are needed and
 * end when they are idle. One that dies, whatever kills it, takes one job with it.
 */
export class ProcessPool<Job, Result> {
  readonly #kind: ChildKind;
  readonly #options: Required<PoolOptions>;
  readonly #slots = new Set<Slot<Job, Result>>();
  readonly #queue: Task<Job, Result>[] = [];
  #waitingForIdle: (() => void)[] = [];
  #isClosed = false;

  constructor(kind: ChildKind, options: PoolOptions) {
    this.#kind = kind;
    this.#options = { ...defaults, ...options };
  }

  run(given: PoolJob<Job>): Promise<PoolResult<Result>> {
    const { signal } = given;
    if (this.#isClosed) return Promise.reject(cancelled('The engine is closed'));
    if (signal.aborted) return Promise.reject(cancelled('Cancelled before the start'));
    if (this.#queue.length >= this.#options.mostWaiting) {
      return Promise.reject(new EngineError('unavailable', 'Too many jobs wait'));
    }
    return new Promise<PoolResult<Result>>((resolve, reject) => {
      const task: Task<Job, Result> = {
        ...{ onProgress: () => undefined, isCancelled: false },
        ...given,
        resolve: (result) => {
          signal.removeEventListener('abort', onAbort);
          resolve(result);
        },
        reject: (error) => {
          signal.removeEventListener('abort', onAbort);
          reject(error);
        },
      };
      const onAbort = () => this.#cancel(task);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#queue.push(task);
      this.#dispatch();
    });
  }

  /** Starts a child ahead of a job that is expected. */
  prepare(): void {
    if (this.#isClosed) return;
    const idle = [...this.#slots].find(({ task }) => !task);
    if (idle) idle.timer?.refresh();
    else if (this.#slots.size === 0) this.#endWhenIdle(this.#open());
  }

  /** Resolves when no job runs or waits; at once when the pool is closed. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#waitingForIdle.push(resolve);
      this.#tellIdle();
    });
  }

  /** Cancels everything and ends the children. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#tellIdle();
    for (const task of this.#queue.splice(0)) task.reject(cancelled('The engine is closing'));
    const slots = [...this.#slots];
    for (const slot of slots) {
      if (slot.task) slot.task.isCancelled = true;
      slot.child.hold();
      slot.child.kill();
    }
    await Promise.all(slots.map(({ ended }) => ended));
  }

  #running(): Slot<Job, Result>[] {
    return [...this.#slots].filter(({ task }) => task);
  }

  #tellIdle(): void {
    const isBusy = this.#queue.length > 0 || this.#running().length > 0;
    if (isBusy && !this.#isClosed) return;
    for (const resolve of this.#waitingForIdle.splice(0)) resolve();
  }

  #open(): Slot<Job, Result> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const slot: Slot<Job, Result> = {
      child: new PoolChild(this.#kind, {
        onMessage: (message) => this.#receive(slot, message),
        onExit: (reason) => this.#forget(slot, reason),
      }),
      task: undefined,
      timer: undefined,
      ended: promise,
      tellEnded: resolve,
    };
    this.#slots.add(slot);
    return slot;
  }

  #dispatch(): void {
    while (this.#running().length < this.#options.places) {
      const task = this.#queue.shift();
      if (!task) break;
      const slot = [...this.#slots].findLast((candidate) => !candidate.task) ?? this.#open();
      clearTimeout(slot.timer);
      slot.task = task;
      slot.child.run(task.job);
      const { wallMs } = this.#options;
      if (wallMs < Number.POSITIVE_INFINITY) {
        slot.timer = setTimeout(() => this.#blame(slot, `Not done after ${wallMs} ms`), wallMs);
      }
    }
    this.#tellIdle();
  }

  #receive(slot: Slot<Job, Result>, message: FromChild<Result>): void {
    const { task } = slot;
    if (!task) return;
    if (message.type === 'progress') {
      task.onProgress({ stage: message.stage, fraction: message.fraction });
      return;
    }
    if (message.type === 'overBudget') {
      this.#blame(slot, message.message);
      return;
    }
    slot.task = undefined;
    this.#endWhenIdle(slot);
    if (message.type === 'failed') {
      const { code, message: text, detail } = message;
      task.reject(new EngineError(code, text, { cause: detail }));
    } else {
      task.resolve({ result: message.result, pixels: message.pixels });
    }
    this.#dispatch();
  }

  #endWhenIdle(slot: Slot<Job, Result>): void {
    clearTimeout(slot.timer);
    slot.child.letGo();
    slot.timer = setTimeout(() => this.#end(slot), this.#options.idleMs).unref();
  }

  /** From here on the child gets no job any more. */
  #end(slot: Slot<Job, Result>): void {
    this.#slots.delete(slot);
    clearTimeout(slot.timer);
    slot.child.kill();
  }

  #blame(slot: Slot<Job, Result>, reason: string): void {
    const { task } = slot;
    slot.task = undefined;
    this.#end(slot);
    // Whoever hears of it may tidy up: nobody writes any more.
    if (task) void slot.ended.then(() => task.reject(this.#failure(task, reason)));
    this.#dispatch();
  }

  #forget(slot: Slot<Job, Result>, reason: string): void {
    slot.tellEnded();
    if (this.#slots.has(slot)) this.#blame(slot, reason);
  }

  #failure({ isCancelled }: Task<Job, Result>, reason: string): EngineError {
    if (isCancelled) return cancelled('The job was cancelled', reason);
    return new EngineError(this.#options.blame, 'The job cost more than it may, or crashed', {
      cause: reason,
    });
  }

  #cancel(task: Task<Job, Result>): void {
    task.isCancelled = true;
    const waiting = this.#queue.indexOf(task);
    if (waiting >= 0) {
      this.#queue.splice(waiting, 1);
      task.reject(cancelled('Cancelled while waiting'));
      this.#tellIdle();
      return;
    }
    const slot = [...this.#slots].find((candidate) => candidate.task === task);
    if (!slot) return;
    slot.child.cancel();
    clearTimeout(slot.timer);
    const { cancelPatienceMs } = this.#options;
    slot.timer = setTimeout(() => this.#blame(slot, 'It did not stop'), cancelPatienceMs);
  }
}

function cancelled(message: string, cause?: string): EngineError {
  return new EngineError('cancelled', message, { cause });
}
