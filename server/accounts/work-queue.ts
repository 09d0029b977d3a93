import { AppError } from '../platform/errors.ts';

/** Runs work when a slot is free. @throws AppError rate_limited if the queue is full */
export type WorkQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Creates a work queue.
 * @param options.maxWaiting limit of the queue; further work is refused
 */
export function createWorkQueue({
  atOnce,
  maxWaiting,
}: {
  atOnce: number;
  maxWaiting: number;
}): WorkQueue {
  let busy = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (busy >= atOnce) {
      if (waiting.length >= maxWaiting) {
        throw new AppError('rate_limited', `queue full: ${waiting.length} waiting`);
      }
      // Finished work passes its slot to the next work item, so that later calls cannot overtake.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else busy += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
