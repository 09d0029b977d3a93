import { EngineError, type EngineErrorCode, willRunAgain } from '../engine.port.ts';
import type { FromChild } from './messages.ts';
import { type ChildKind, PoolChild } from './pool-child.ts';
import { ChildDied, cancelled, type PoolJob } from './pool-job.ts';

export interface SlotOptions {
  /** an idle child ends after this time and frees its networks and memory */
  idleMs: number;
  /** a cancelled job that has not stopped after this time loses its child */
  cancelPatienceMs: number;
  /** maximum duration of a job; then the child is ended */
  wallMs: number;
  /** error code of a job that exceeds its budget or whose child process crashes */
  blame: EngineErrorCode;
}

/** One child process and the job that it runs. */
export class Slot<Job, Result> {
  /** resolves when the process has ended */
  readonly ended: Promise<void>;
  readonly #child: PoolChild<Job, Result>;
  readonly #options: SlotOptions;
  readonly #onChange: () => void;
  #job: PoolJob<Job, Result> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOpen = true;

  /** @param onChange called when the slot becomes free or stops accepting jobs */
  constructor(kind: ChildKind, options: SlotOptions, onChange: () => void) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#options = options;
    this.#onChange = onChange;
    this.#child = new PoolChild<Job, Result>(kind, {
      onMessage: (message) => this.#receive(message),
      onExit: (reason) => {
        resolve();
        if (this.#isOpen) this.#giveUp(reason);
      },
    });
    this.#endWhenIdle();
  }

  /** True while the slot accepts jobs or runs a job. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  get job(): PoolJob<Job, Result> | undefined {
    return this.#job;
  }

  run(job: PoolJob<Job, Result>): void {
    clearTimeout(this.#timer);
    this.#job = job;
    this.#child.run(job.request.job);
    if (job.request.pauses?.isOn) this.sendPause();
    const { wallMs } = this.#options;
    if (wallMs < Number.POSITIVE_INFINITY) this.#giveUpAfter(wallMs, `Not done after ${wallMs} ms`);
  }

  /** Sends the state of the job's pause switch to the child. */
  sendPause(): void {
    this.#child.pause(this.#job?.request.pauses?.isOn ?? false);
  }

  cancel(): void {
    this.#child.cancel(this.#job?.request.signal.reason === willRunAgain);
    this.#giveUpAfter(this.#options.cancelPatienceMs, 'It did not stop');
  }

  /** Restarts the idle timer, because a job is expected. */
  keep(): void {
    this.#timer?.refresh();
  }

  /** Ends the process and cancels its job, if any. */
  close(): void {
    if (this.#job) this.#job.isCancelled = true;
    this.#child.hold();
    this.#child.kill();
  }

  #receive(message: FromChild<Result>): void {
    const job = this.#job;
    if (!job) return;
    switch (message.type) {
      case 'progress': {
        const { type: _, ...report } = message;
        job.request.onProgress?.(report);
        break;
      }
      case 'partial':
        job.request.onPartial?.(message.partial);
        break;
      case 'paused':
      case 'resumed':
        job.request.onPause?.(message.type === 'paused');
        break;
      case 'overBudget':
        this.#giveUp(message.message);
        break;
      default:
        this.#settle(job, message);
    }
  }

  #settle(
    job: PoolJob<Job, Result>,
    message: Extract<FromChild<Result>, { type: 'done' | 'failed' }>,
  ): void {
    this.#job = undefined;
    this.#endWhenIdle();
    if (message.type === 'failed') {
      job.reject(new EngineError(message.code, message.message, { cause: message.detail }));
    } else {
      const { type: _, ...done } = message;
      job.resolve(done);
    }
    this.#onChange();
  }

  #endWhenIdle(): void {
    clearTimeout(this.#timer);
    this.#child.letGo();
    this.#timer = setTimeout(() => this.#giveUp('No work'), this.#options.idleMs).unref();
  }

  #giveUpAfter(ms: number, reason: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#giveUp(reason), ms);
  }

  /** Stops giving jobs to the child and ends it. */
  #giveUp(reason: string): void {
    const job = this.#job;
    this.#job = undefined;
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.#child.kill();
    // Rejects only after the end of the process, because the caller may then delete files.
    if (job) void this.ended.then(() => job.reject(this.#failure(job, reason)));
    this.#onChange();
  }

  #failure({ isCancelled }: PoolJob<Job, Result>, reason: string): EngineError {
    if (isCancelled) return cancelled('The job was cancelled', reason);
    return new ChildDied(this.#options.blame, reason);
  }
}
