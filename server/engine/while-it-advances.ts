import { keptRows } from './checkpoint.ts';
import { EngineError, type EngineJob } from './engine.port.ts';
import { ChildDied } from './pool/pool-job.ts';

/** As many processes as a task may take down before it is given up. */
const mostRuns = 3;

interface Given extends Pick<EngineJob, 'keepDir' | 'signal' | 'onReplaced'> {
  /** Holds a failure against something that a later run does without; false when there is nothing. */
  blameElsewhere(error: EngineError): boolean;
}

/**
 * Runs a job again whose process died, if it had finished another strip: what killed it may have
 * nothing to do with the job. A strip that kills its process every time is tried twice. A job whose
 * failure is blamed on something else is run again, too.
 */
export async function whileItAdvances<Result>(
  { keepDir, signal, onReplaced, blameElsewhere }: Given,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let n = 1; ; n += 1) {
    const before = await keptRows(keepDir);
    try {
      return await run();
    } catch (error) {
      if (signal.aborted || !(error instanceof EngineError)) throw error;
      const isBlamed = blameElsewhere(error);
      if (n === mostRuns) throw error;
      const isAdvancing = error instanceof ChildDied && (await keptRows(keepDir)) > before;
      if (!isBlamed && !isAdvancing) throw error;
      onReplaced?.(error);
    }
  }
}
