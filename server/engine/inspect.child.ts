import sharp from 'sharp';
import type { FileFormat } from '../../contract/functions.ts';
import { EngineError, type ImageInfo } from './engine.port.ts';
import type { FunctionManifest, InputLimits } from './functions/manifest.ts';
import { inspectImage, inspectInput } from './image/inspect.ts';
import { readPhoto } from './image/photo.ts';
import { leastVisible, measureError } from './noise/measure.ts';
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
  rules: InputLimits | Pick<FunctionManifest, 'limits' | 'output' | 'onlyCleans'>;
}

serveJobs<InspectOrder, ImageInfo>(() => async ({ inputPath, rules }) => {
  const result = await ('limits' in rules
    ? inspectInput(inputPath, rules)
    : inspectImage(inputPath, rules));
  if ('onlyCleans' in rules && rules.onlyCleans) await refuseClean(inputPath, result.format);
  return { result, pixels: result.pixels };
});

/** A run would cost credits and change nothing that anyone could see. */
async function refuseClean(inputPath: string, format: FileFormat): Promise<void> {
  const error = measureError(await readPhoto(inputPath, format));
  if (error < leastVisible) {
    throw new EngineError(
      'nothing_to_clean',
      `Noise and blocks of ${error.toFixed(2)} grey levels`,
    );
  }
}
