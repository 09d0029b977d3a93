import type { DurationRange, EngineProgress } from './engine.port.ts';
import type { StageReport } from './pool/messages.ts';
import type { StageShares } from './timings.ts';

const stages = ['reading', 'detecting', 'running', 'writing'] as const;
type Stage = (typeof stages)[number];

/** Speed measured over a shorter time is too inaccurate for an estimate. */
const trustedAfterMs = 600;
const trustedFraction = 0.05;
const spread = { low: 0.8, high: 1.25 };

/**
 * Combines the reports of all stages into one fraction and a remaining time. Measures each stage.
 */
export class ProgressMeter {
  readonly #stageMs: StageShares = { reading: 0, detecting: 0, running: 0, writing: 0 };
  readonly #shares: StageShares;
  readonly #clock: () => number;
  readonly #startedAt: number;
  #pausedAt: number | undefined;
  #pausedMs = 0;
  #stage: Stage | undefined = 'reading';
  #stageSince: number;
  #fraction = 0;
  /** share of the work that an earlier attempt has done, which does not count for the speed */
  #given = 0;

  /** `shares`: each stage's share of the time; `now`: a clock in milliseconds. */
  constructor(shares: StageShares, now: () => number) {
    this.#shares = shares;
    this.#clock = now;
    this.#startedAt = now();
    this.#stageSince = this.#startedAt;
  }

  report({ stage, fraction, isResumed = false }: StageReport): EngineProgress {
    this.#enter(stage);
    let overall = 0;
    for (const earlier of stages) {
      if (earlier === stage) break;
      overall += this.#shares[earlier];
    }
    overall += this.#shares[stage] * Math.min(1, Math.max(0, fraction));
    const reached = Math.min(1, Math.max(this.#fraction, overall));
    if (isResumed) this.#given += reached - this.#fraction;
    this.#fraction = reached;
    return this.#progress(stage);
  }

  /** Starts or ends a pause, which does not count for speed and durations. */
  pause(isPaused: boolean): EngineProgress {
    const now = this.#clock();
    if (this.#pausedAt !== undefined) this.#pausedMs += now - this.#pausedAt;
    this.#pausedAt = isPaused ? now : undefined;
    return this.#progress(this.#stage ?? 'writing');
  }

  /** Ends the last stage and returns the milliseconds of each stage. */
  finish(): StageShares {
    this.#enter(undefined);
    return this.#stageMs;
  }

  #progress(stage: Stage): EngineProgress {
    const remaining = this.#remaining();
    const isPaused = this.#pausedAt !== undefined;
    return {
      stage,
      fraction: this.#fraction,
      ...(remaining ? { remaining } : {}),
      ...(isPaused || this.#pausedMs > 0 ? { paused: { now: isPaused, ms: this.#pausedMs } } : {}),
    };
  }

  /** Returns the time without pauses. */
  #now(): number {
    return (this.#pausedAt ?? this.#clock()) - this.#pausedMs;
  }

  #enter(stage: Stage | undefined): void {
    if (stage === this.#stage) return;
    const now = this.#now();
    if (this.#stage) this.#stageMs[this.#stage] += now - this.#stageSince;
    this.#stage = stage;
    this.#stageSince = now;
  }

  #remaining(): DurationRange | undefined {
    const elapsed = this.#now() - this.#startedAt;
    const done = this.#fraction - this.#given;
    if (elapsed < trustedAfterMs || done < trustedFraction) return undefined;
    const rest = (elapsed / done) * (1 - this.#fraction);
    return { lowMs: Math.round(rest * spread.low), highMs: Math.round(rest * spread.high) };
  }
}
