import { keptRows } from './checkpoint.ts';
import { EngineError, type EngineJob } from './engine.port.ts';
import { ChildDied } from './pool/pool-job.ts';

/** As many processes as a task may take down before it is given up. */
const mostRuns = 3;

interface Given extends Pick<EngineJob, 'keepDir' | 'signal' | 'onReplaced'> {
  /** whether the job's failure may be an accelerator's; asked before a run and after its failure */
  mayFailByAccelerator(): boolean;
}

/** How a job is run. */
export type RunWish = { withoutAccelerators: boolean };

/**
 * Runs a job again whose process died, if it had finished another strip: what killed it may have
 * nothing to do with the job. A strip that kills its process every time is tried twice. A job that may
 * have failed by an accelerator is run again without; so is the last run of one whose processes die.
 */
export async function whileItAdvances<Result>(
  { keepDir, signal, onReplaced, mayFailByAccelerator }: Given,
  run: (wish: RunWish) => Promise<Result>,
): Promise<Result> {
  let withoutAccelerators = false;
  for (let n = 1; ; n += 1) {
    const before = await keptRows(keepDir);
    const wasAccelerated = mayFailByAccelerator();
    try {
      return await run({ withoutAccelerators });
    } catch (error) {
      if (signal.aborted || !(error instanceof EngineError) || n === mostRuns) throw error;
      const isSuspect: boolean =
        !withoutAccelerators &&
        error.code === 'engine_failed' &&
        (wasAccelerated || mayFailByAccelerator());
      const isAdvancing = error instanceof ChildDied && (await keptRows(keepDir)) > before;
      if (!isSuspect && !isAdvancing) throw error;
      withoutAccelerators ||= isSuspect && !(isAdvancing && n < mostRuns - 1);
      onReplaced?.(error);
    }
  }
}
