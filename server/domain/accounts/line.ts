import { AppError } from '../../errors.ts';

/** Runs work when its turn has come. @throws AppError rate_limited when too many wait already */
export type Line = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** @param options.maxWaiting who comes later is refused */
export function createLine({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }): Line {
  let busy = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (busy >= atOnce) {
      if (waiting.length >= maxWaiting) {
        throw new AppError('rate_limited', `${waiting.length} wait already`);
      }
      // Whoever leaves passes the place on, so nobody comes between.
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
