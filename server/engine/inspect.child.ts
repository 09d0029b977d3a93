import sharp from 'sharp';
import type { ImageInfo } from './engine.port.ts';
import type { FunctionManifest, InputLimits } from './functions/manifest.ts';
import { inspectImage, inspectInput } from './image/inspect.ts';
import { serveJobs } from './pool/serve-jobs.ts';

/*
 * Child process that decodes untrusted photos for the first time, outside the server process and
 * with a small budget.
 */

sharp.cache(false);
// Several children decode at once, so more threads would only take memory.
sharp.concurrency(1);

export interface InspectOrder {
  inputPath: string;
  /** general limits, or the part of a function's manifest that limits photos and results */
  rules: InputLimits | Pick<FunctionManifest, 'limits' | 'output'>;
}

serveJobs<InspectOrder, ImageInfo>(() => async ({ inputPath, rules }) => {
  const result = await ('limits' in rules
    ? inspectInput(inputPath, rules)
    : inspectImage(inputPath, rules));
  return { result, pixels: result.pixels };
});
