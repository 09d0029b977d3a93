import { EngineError, type EngineErrorCode } from '../engine.port.ts';
import type { FromChild } from './messages.ts';
import { type ChildKind, PoolChild } from './pool-child.ts';
import { ChildDied, cancelled, type PoolJob } from './pool-job.ts';

export interface SlotOptions {
  /** a child without a job ends after this long: with it go its networks and their memory */
  idleMs: number;
  /** a job that has not stopped this long after its cancellation loses its child */
  cancelPatienceMs: number;
  /** a job that takes longer in its child is ended */
  wallMs: number;
  /** what a job fails with that costs more than its budget, or whose child dies */
  blame: EngineErrorCode;
}

/** One child and the job that it works on. */
export class Slot<Job, Result> {
  /** the process is gone */
  readonly ended: Promise<void>;
  readonly #child: PoolChild<Job, Result>;
  readonly #options: SlotOptions;
  readonly #onChange: () => void;
  #job: PoolJob<Job, Result> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOpen = true;

  /** @param onChange called when it is free again, or takes no job any more */
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

  /** It may get a job, or has one. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  get job(): PoolJob<Job, Result> | undefined {
    return this.#job;
  }

  run(job: PoolJob<Job, Result>): void {
    clearTimeout(this.#timer);
    this.#job = job;
    this.#child.run(job.wish.job);
    if (job.wish.pauses?.isOn) this.turn();
    const { wallMs } = this.#options;
    if (wallMs < Number.POSITIVE_INFINITY) this.#giveUpAfter(wallMs, `Not done after ${wallMs} ms`);
  }

  /** Passes on what the job's switch says. */
  turn(): void {
    this.#child.pause(this.#job?.wish.pauses?.isOn ?? false);
  }

  cancel(): void {
    this.#child.cancel();
    this.#giveUpAfter(this.#options.cancelPatienceMs, 'It did not stop');
  }

  /** A child without a job is expected to get one soon. */
  keep(): void {
    this.#timer?.refresh();
  }

  /** Ends the process; its job, if any, is cancelled. */
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
        job.wish.onProgress?.(report);
        break;
      }
      case 'partial':
        job.wish.onPartial?.(message.partial);
        break;
      case 'paused':
      case 'resumed':
        job.wish.onPause?.(message.type === 'paused');
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

  /** From here on the child gets no job any more. */
  #giveUp(reason: string): void {
    const job = this.#job;
    this.#job = undefined;
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.#child.kill();
    // Whoever hears of it may tidy up: nobody writes any more.
    if (job) void this.ended.then(() => job.reject(this.#failure(job, reason)));
    this.#onChange();
  }

  #failure({ isCancelled }: PoolJob<Job, Result>, reason: string): EngineError {
    if (isCancelled) return cancelled('The job was cancelled', reason);
    return new ChildDied(this.#options.blame, reason);
  }
}
