import path from 'node:path';
import type { Engine, EngineJob, EngineResult } from '../engine.port.ts';

let runs = 0;

type Given = Pick<EngineJob, 'code' | 'inputPath'> & Partial<EngineJob> & { folder: string };

/** Runs a function. Each run gets its own output folder inside `folder`. */
export function runOnce(engine: Engine, { folder, ...given }: Given): Promise<EngineResult> {
  runs += 1;
  const id = `job-${runs}`;
  const signal = new AbortController().signal;
  const onProgress = () => undefined;
  return engine.run({
    id,
    outputDir: path.join(folder, `out-${runs}`),
    signal,
    onProgress,
    options: {},
    ...given,
  });
}

/** Runs a function like `runOnce`. The run must succeed. */
export async function succeedOnce(engine: Engine, given: Given) {
  const result = await runOnce(engine, given);
  if (result.kind !== 'succeeded') throw new Error(`${given.code} was rejected`);
  return result;
}
