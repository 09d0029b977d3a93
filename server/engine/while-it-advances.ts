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
 * Repeats a job whose process died, if the process had completed another strip, because the crash
 * may have another cause than the job. If the process dies twice at the same strip, the job is not
 * repeated. If an accelerator may have caused the crash, the job is repeated without accelerators.
 * The last run never uses accelerators.
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
