import { keptRows } from './checkpoint.ts';
import type { EngineJob } from './engine.port.ts';
import { ChildDied } from './pool/pool-job.ts';

/** As many processes as a task may take down before it is given up. */
const mostRuns = 3;

/**
 * Runs a job again whose process died, if it had finished another strip: what killed it may have
 * nothing to do with the job. A strip that kills its process every time is tried twice.
 */
export async function whileItAdvances<Result>(
  { keepDir, signal, onReplaced }: Pick<EngineJob, 'keepDir' | 'signal' | 'onReplaced'>,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let n = 1; ; n += 1) {
    const before = await keptRows(keepDir);
    try {
      return await run();
    } catch (error) {
      const isLast = n === mostRuns || signal.aborted || !(error instanceof ChildDied);
      if (isLast || (await keptRows(keepDir)) <= before) throw error;
      onReplaced?.(error);
    }
  }
}
