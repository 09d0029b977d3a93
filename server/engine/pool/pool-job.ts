import type { Asker } from '../asker.ts';
import { EngineError, type EngineErrorCode, type EnginePartial } from '../engine.port.ts';
import type { PauseSwitch } from '../pause-switch.ts';
import type { JobDone, StageReport } from './messages.ts';

export interface JobRequest<Job> {
  job: Job;
  signal: AbortSignal;
  /** owner of the job; jobs without an owner count as one owner in the fair order */
  from?: Asker | undefined;
  /** while the switch is on, the job waits between two tiles */
  pauses?: PauseSwitch | undefined;
  /** called when the job starts; not called for a job that was cancelled in the queue */
  onBegin?(): void;
  onProgress?(progress: StageReport): void;
  onPartial?(partial: EnginePartial): void;
  /** called when the job has paused between two tiles, and when it continues */
  onPause?(isPaused: boolean): void;
}

interface Handlers<Job, Result> {
  onCancel(job: PoolJob<Job, Result>): void;
  onPauseChange(job: PoolJob<Job, Result>): void;
}

/**
 * A job from its request to its end. It listens to its abort signal and its pause switch until it
 * succeeds or fails.
 */
export class PoolJob<Job, Result> {
  readonly request: JobRequest<Job>;
  readonly done: Promise<JobDone<Result>>;
  isCancelled = false;
  readonly #settled = new AbortController();
  readonly #resolve: (done: JobDone<Result>) => void;
  readonly #reject: (error: EngineError) => void;

  constructor(request: JobRequest<Job>, { onCancel, onPauseChange }: Handlers<Job, Result>) {
    this.request = request;
    const { promise, resolve, reject } = Promise.withResolvers<JobDone<Result>>();
    this.done = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    const { signal } = this.#settled;
    const cancel = () => {
      this.isCancelled = true;
      onCancel(this);
    };
    request.signal.addEventListener('abort', cancel, { once: true, signal });
    request.pauses?.addEventListener('change', () => onPauseChange(this), { signal });
  }

  resolve(done: JobDone<Result>): void {
    this.#settled.abort();
    this.#resolve(done);
  }

  reject(error: EngineError): void {
    this.#settled.abort();
    this.#reject(error);
  }
}

/**
 * Thrown if the process of a job has ended for any reason. The job may succeed in another process.
 */
export class ChildDied extends EngineError {
  constructor(code: EngineErrorCode, cause: string) {
    super(code, 'The process of the job exceeded its budget or crashed', { cause });
  }
}

export function cancelled(message: string, cause?: string): EngineError {
  return new EngineError('cancelled', message, { cause });
}
