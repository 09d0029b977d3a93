import { keptRows } from './checkpoint.ts';
import { EngineError, type EngineJob } from './engine.port.ts';
import type { AcceleratorBlame } from './network/accelerator-blame.ts';
import type { RunWish } from './network/arithmetic.ts';
import { ChildDied } from './pool/pool-job.ts';

/** As many processes as a task may take down before it is given up. */
const mostRuns = 3;

interface Given extends Pick<EngineJob, 'keepDir' | 'signal' | 'onReplaced'> {
  blame: AcceleratorBlame;
}

/**
 * Runs a job again whose process died, if it had finished another strip: what killed it may have
 * nothing to do with the job. A strip that kills its process every time is tried twice. A job that may
 * have failed by an accelerator is run again without; so is the last run of one whose processes die.
 */
export async function whileItAdvances<Result>(
  { keepDir, signal, onReplaced, blame }: Given,
  run: (wish: RunWish) => Promise<Result>,
): Promise<Result> {
  let suspectedSince: number | null = null;
  for (let n = 1; ; n += 1) {
    const before = await keptRows(keepDir);
    const wasAccelerated = blame.mayFail();
    const beganAt = Date.now();
    try {
      const result = await run({ withoutAccelerators: suspectedSince !== null });
      if (suspectedSince === null) blame.clear();
      else blame.hold(suspectedSince);
      return result;
    } catch (error) {
      if (signal.aborted || !(error instanceof EngineError) || n === mostRuns) throw error;
      const isSuspect: boolean =
        suspectedSince === null &&
        error.code === 'engine_failed' &&
        (wasAccelerated || blame.mayFail());
      const isAdvancing = error instanceof ChildDied && (await keptRows(keepDir)) > before;
      if (!isSuspect && !isAdvancing) throw error;
      if (isSuspect && !(isAdvancing && n < mostRuns - 1)) suspectedSince = beganAt;
      onReplaced?.(error);
    }
  }
}
