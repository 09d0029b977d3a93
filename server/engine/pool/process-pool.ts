import { EngineError } from '../engine.port.ts';
import type { JobDone } from './messages.ts';
import type { ChildKind } from './pool-child.ts';
import { cancelled, type JobRequest, PoolJob } from './pool-job.ts';
import { Slot, type SlotOptions } from './slot.ts';
import { type LineBounds, WaitingQueue } from './waiting-queue.ts';

export interface PoolOptions extends Partial<SlotOptions>, Partial<LineBounds> {
  /** number of jobs that run at the same time */
  places: number;
}

const defaults = {
  idleMs: 20_000,
  cancelPatienceMs: 10_000,
  wallMs: Number.POSITIVE_INFINITY,
  blame: 'engine_failed',
  maxWaiting: Number.POSITIVE_INFINITY,
  maxOfOwner: Number.POSITIVE_INFINITY,
} satisfies Omit<PoolOptions, 'places'>;

/**
 * Runs jobs in child processes. The owners of waiting jobs share the slots fairly. Children start
 * on demand and end when idle. If a child dies, only its own job fails.
 */
export class ProcessPool<Job, Result> {
  readonly #kind: ChildKind;
  readonly #options: PoolOptions & SlotOptions;
  readonly #slots = new Set<Slot<Job, Result>>();
  readonly #queue: WaitingQueue<PoolJob<Job, Result>>;
  #waitingForIdle: (() => void)[] = [];
  #isClosed = false;

  constructor(kind: ChildKind, given: PoolOptions) {
    const options = { ...defaults, ...given };
    this.#kind = kind;
    this.#options = options;
    this.#queue = new WaitingQueue(options);
  }

  run(request: JobRequest<Job>): Promise<JobDone<Result>> {
    if (this.#isClosed) return Promise.reject(cancelled('The engine is closed'));
    if (request.signal.aborted) return Promise.reject(cancelled('Cancelled before the start'));
    const job = new PoolJob<Job, Result>(request, {
      onCancel: () => this.#cancel(job),
      onPauseChange: () => this.#slotOf(job)?.sendPause(),
    });
    const refused = this.#queue.add(job, request.from);
    refused?.item.reject(new EngineError(refused.code, 'Too many jobs are waiting'));
    this.#dispatch();
    return job.done;
  }

  /** Starts a child before a job is expected to arrive. */
  prepare(): void {
    if (this.#isClosed) return;
    const idle = this.#open().find(({ job }) => !job);
    if (idle) idle.keep();
    else if (this.#open().length === 0) this.#start();
  }

  /** Resolves when no job runs or waits, or at once if the pool is closed. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#waitingForIdle.push(resolve);
      this.#resolveIdle();
    });
  }

  /** Cancels all jobs and ends the children. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#resolveIdle();
    for (let job = this.#queue.take(); job; job = this.#queue.take()) {
      job.reject(cancelled('The engine is closing'));
    }
    const slots = [...this.#slots];
    for (const slot of slots) slot.close();
    await Promise.all(slots.map(({ ended }) => ended));
  }

  #open(): Slot<Job, Result>[] {
    return [...this.#slots].filter(({ isOpen }) => isOpen);
  }

  #running(): Slot<Job, Result>[] {
    return this.#open().filter(({ job }) => job);
  }

  #slotOf(job: PoolJob<Job, Result>): Slot<Job, Result> | undefined {
    return this.#open().find((slot) => slot.job === job);
  }

  #resolveIdle(): void {
    const isBusy = this.#queue.length > 0 || this.#running().length > 0;
    if (isBusy && !this.#isClosed) return;
    for (const resolve of this.#waitingForIdle.splice(0)) resolve();
  }

  #start(): Slot<Job, Result> {
    const slot = new Slot<Job, Result>(this.#kind, this.#options, () => this.#dispatch());
    this.#slots.add(slot);
    void slot.ended.then(() => this.#slots.delete(slot));
    return slot;
  }

  #dispatch(): void {
    while (this.#running().length < this.#options.places) {
      const job = this.#queue.take();
      if (!job) break;
      const slot = this.#open().findLast((candidate) => !candidate.job) ?? this.#start();
      job.request.onBegin?.();
      slot.run(job);
    }
    this.#resolveIdle();
  }

  #cancel(job: PoolJob<Job, Result>): void {
    if (this.#queue.remove(job)) {
      job.reject(cancelled('Cancelled while waiting'));
      this.#resolveIdle();
    } else {
      this.#slotOf(job)?.cancel();
    }
  }
}
