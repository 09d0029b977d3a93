import { keptRows } from './checkpoint.ts';
import { EngineError, type EngineJob } from './engine.port.ts';
import type { AcceleratorBlame } from './network/accelerator-blame.ts';
import type { RunSettings } from './network/arithmetic.ts';
import { ChildDied } from './pool/pool-job.ts';

/** Number of processes in which a job may run before it fails. */
const mostRuns = 3;

interface Given extends Pick<EngineJob, 'keepDir' | 'signal' | 'onReplaced'> {
  blame: AcceleratorBlame;
}

/**
 * Runs a job again if its process died after it had finished another strip, because the job may not
 * be the cause. A strip that ends its process every time is tried twice. A job that an accelerator
 * may have failed runs again without accelerators. The last run of a job whose processes die does
 * not use accelerators either.
 */
export async function whileItAdvances<Result>(
  { keepDir, signal, onReplaced, blame }: Given,
  run: (settings: RunSettings) => Promise<Result>,
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
