import { channel } from 'node:diagnostics_channel';
import type { EngineProgress } from '../engine/engine.port.ts';
import type { Database } from '../platform/database/database.ts';
import { revisionWithin } from '../platform/database/revisions.ts';
import type { LiveProgress } from './live-progress.ts';
import { afterPauses } from './task-deadlines.ts';
import { maxPauseMs } from './task-yielding.ts';
import type { StoredPartial, StoredProgress } from './tasks.schema.ts';
import { storeProgress, type Task } from './tasks.store.ts';

const storeEveryMs = 1000;
/** Shortest time between two wake-ups of waiting requests while only the fraction changes. */
const wakeEveryMs = 150;

/** Channel on which the first progress of a task is published in this process. */
export const firstProgress = 'lightwell:first-progress';
export type FirstProgress = { task: Task; at: Date };
const firsts = channel(firstProgress);

export type ProgressDeps = {
  db: Database;
  live: Pick<LiveProgress, 'set' | 'announce'>;
  now: () => Date;
  /** called if this attempt no longer runs in the table */
  onLost: () => Promise<void> | void;
  onError: (error: unknown) => void;
};

/**
 * Stores the engine's progress of one attempt. It is stored in memory at once, and in the row once
 * a second.
 */
export function trackProgress(
  task: Task,
  { db, live, now, onLost, onError }: ProgressDeps,
): {
  report: (progress: EngineProgress) => void;
  /** Sets a newer partial result. It is published together with the progress. */
  show: (partial: StoredPartial) => void;
  stored: () => Promise<void>;
} {
  // A second attempt starts at 0. The progress bar must not go back.
  const floor = task.progress?.fraction ?? 0;
  let storedAt = Number.NEGATIVE_INFINITY;
  let wokenAt = Number.NEGATIVE_INFINITY;
  let stage: EngineProgress['stage'] | undefined;
  let stored = task.revision;
  let changes = 0;
  let isPaused = false;
  // Rows that an earlier attempt finished are part of the result.
  let partial = task.progress?.partial;
  let isNewPartial = false;
  let newest: EngineProgress | undefined;
  let storing = Promise.resolve();

  function toProgress({ stage, fraction, remaining, paused }: EngineProgress): StoredProgress {
    // During a pause the estimated time includes the longest possible pause.
    const pauseMs = paused?.now ? maxPauseMs : 0;
    const remainingMs = remaining
      ? { low: remaining.lowMs, high: remaining.highMs + pauseMs }
      : null;
    return {
      stage,
      fraction: Math.min(1, Math.max(floor, fraction)),
      remainingMs,
      ...(partial ? { partial } : {}),
    };
  }

  /** Returns the deadline, extended by all pauses including the current pause. */
  const deadlineWith = ({ paused }: EngineProgress) =>
    paused ? { deadlineAt: afterPauses(task, paused.ms + (paused.now ? maxPauseMs : 0)) } : {};

  async function store(change: { progress: StoredProgress; deadlineAt?: Date }) {
    try {
      const revision = await storeProgress(db, task, change);
      if (revision === undefined) return await onLost();
      stored = revision;
      changes = 0;
    } catch (error) {
      onError(error);
    }
  }

  function report(reported: EngineProgress) {
    const time = now();
    if (!newest && task.attempt === 1) {
      firsts.publish({ task, at: time } satisfies FirstProgress);
    }
    newest = reported;
    const progress = toProgress(reported);
    const isTurn = isPaused !== (reported.paused?.now ?? false);
    isPaused = reported.paused?.now ?? false;
    changes += 1;
    const revision = revisionWithin(stored, changes);
    live.set(task.id, { attempt: task.attempt, revision, progress });
    const isNews = isTurn || isNewPartial || stage !== progress.stage;
    isNewPartial = false;
    if (isNews || time.getTime() - wokenAt >= wakeEveryMs) {
      wokenAt = time.getTime();
      live.announce(task.id);
    }
    stage = progress.stage;
    if (!isTurn && time.getTime() - storedAt < storeEveryMs) return;
    storedAt = time.getTime();
    storing = storing.then(() => store({ progress, ...deadlineWith(reported) }));
  }

  return {
    report,
    show(picture) {
      partial = picture;
      isNewPartial = true;
      if (newest) report(newest);
    },
    stored: () => storing,
  };
}
