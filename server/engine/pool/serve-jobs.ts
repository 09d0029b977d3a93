import { writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { type EnginePartial, willRunAgain } from '../engine.port.ts';
import {
  type Budget,
  type ChildSettings,
  type FromChild,
  failureMessage,
  type JobDone,
  type StageReport,
  type ToChild,
  throwIfCancelled,
} from './messages.ts';

export interface JobControl {
  /** fires when the job is cancelled */
  signal: AbortSignal;
  report(progress: StageReport): void;
  /** publishes a picture of the finished part of the result */
  showPartial(partial: EnginePartial): void;
  /**
   * waits while the job is paused, and throws if it was cancelled; long jobs call it between two
   * tiles
   */
  checkpoint(): Promise<void>;
}

export type JobHandler<Job, Result> = (job: Job, control: JobControl) => Promise<JobDone<Result>>;

const watchEveryMs = 20;
/**
 * Linux accepts -1000 to 1000. When memory runs out, Linux kills a child process, which costs one
 * job, before it kills the server.
 */
const oomScore = '800';

/** State of the running job, controlled by messages of the parent. */
class RunningJob {
  readonly #controller = new AbortController();
  readonly #send: (message: FromChild<never>) => unknown;
  /** resolves when the paused job may continue */
  #pause: PromiseWithResolvers<void> | undefined;
  readonly control: JobControl;

  constructor(send: (message: FromChild<never>) => unknown) {
    this.#send = send;
    const { signal } = this.#controller;
    this.control = {
      signal,
      report: (progress) => send({ type: 'progress', ...progress }),
      showPartial: (partial) => send({ type: 'partial', partial }),
      checkpoint: () => this.#checkpoint(),
    };
  }

  pause(): void {
    this.#pause ??= Promise.withResolvers<void>();
  }

  resume(): void {
    this.#pause?.resolve();
    this.#pause = undefined;
  }

  cancel(reason?: string): void {
    this.#controller.abort(reason);
    this.resume();
  }

  async #checkpoint(): Promise<void> {
    // The network has blocked this thread. This wait lets messages arrive that were sent in the
    // meantime.
    await setImmediate();
    throwIfCancelled(this.control);
    if (!this.#pause) return;
    this.#send({ type: 'paused' });
    while (this.#pause) await this.#pause.promise;
    this.#send({ type: 'resumed' });
    throwIfCancelled(this.control);
  }
}

/**
 * Makes this process a child of a pool. The child works on one job at a time, until its parent ends
 * it.
 */
export function serveJobs<Job, Result>(
  begin: (settings: ChildSettings) => JobHandler<Job, Result>,
): void {
  if (!process.send) throw new Error('This file runs only as a child process');
  const send = (message: FromChild<Result>) => process.send?.(message);
  let handle: JobHandler<Job, Result> | undefined;
  let budget: Budget | undefined;
  let running: RunningJob | undefined;

  async function work(job: Job): Promise<void> {
    if (!handle || !budget) throw new Error('Expected the settings before the first job');
    running = new RunningJob(send);
    const stopWatching = watch(budget);
    const answer = await handle(job, running.control).then(
      (done): FromChild<Result> => ({ type: 'done', ...done }),
      failureMessage,
    );
    stopWatching();
    running = undefined;
    send(answer);
  }

  process.on('message', (message: ToChild<Job>) => {
    if (message.type === 'begin') {
      handle = begin(message.settings);
      budget = message.budget;
    } else if (message.type === 'job') void work(message.job);
    else if (message.type === 'cancel') {
      running?.cancel(message.willRunAgain ? willRunAgain : undefined);
    } else running?.[message.type]();
  });
  outliveSignalsNotTheParent();
  offerToTheOomKiller();
}

/** Ends this process if its job exceeds the budget. The returned function stops the check. */
function watch({ megabytes, cpuSeconds = Number.POSITIVE_INFINITY }: Budget): () => void {
  const before = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    const seconds = (user + system) / 1e6;
    const used = process.memoryUsage.rss() / 1e6;
    if (used > megabytes) giveUp(`${Math.round(used)} MB of memory, at most ${megabytes}`);
    else if (seconds > cpuSeconds) giveUp(`${seconds.toFixed(1)} s of work, at most ${cpuSeconds}`);
  }, watchEveryMs);
  return () => clearInterval(timer);
}

/** Reports the reason and kills this process at once, because native threads cannot be stopped. */
function giveUp(message: string): void {
  const answer: FromChild<never> = { type: 'overBudget', message };
  process.send?.(answer, () => process.kill(process.pid, 'SIGKILL'));
}

/**
 * Ignores signals, because a terminal and a service manager send their signals to child processes,
 * too, while the server still needs the job. Ends this process when its parent disappears.
 */
function outliveSignalsNotTheParent(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => undefined);
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}

function offerToTheOomKiller(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', oomScore);
  } catch {
    // The system is not Linux, or does not permit the setting. The kernel then selects the process
    // to kill by its size.
  }
}
