import path from 'node:path';
import sharp from 'sharp';
import type { OptionValues } from '../../machines/model/functions.ts';
import { EngineError, type ImageInfo } from './engine.port.ts';
import { needsOf } from './functions/body-of.ts';
import { surveyOf } from './functions/function.ts';
import type { FunctionManifest, InputLimits } from './functions/manifest.ts';
import { inspectImage, inspectInput } from './image/inspect.ts';
import { readPhoto } from './image/photo.ts';
import { Sessions } from './network/sessions.ts';
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
  rules: InputLimits | Pick<FunctionManifest, 'limits' | 'output' | 'refusal' | 'body'>;
  options?: OptionValues;
}

serveJobs<InspectOrder, ImageInfo>(({ modelsDir }) => {
  const sessions = new Sessions();
  const modelFile = (name: string) => path.resolve(modelsDir, name);
  return async (order, { checkpoint }) => {
    const { inputPath, rules } = order;
    const result = await ('limits' in rules
      ? inspectInput(inputPath, rules)
      : inspectImage(inputPath, rules));
    if ('body' in rules && rules.refusal) {
      const survey = surveyOf(await readPhoto(inputPath, result.format));
      const isWanted = (part: string) => order.options?.[part] !== false;
      const needs = await needsOf(rules);
      const parts = await needs(survey, { sessions, modelFile, checkpoint }, isWanted);
      // Refuses a photo on which the function would change nothing visible, because a run costs
      // credits.
      if (!parts.some(isWanted)) {
        throw new EngineError(
          rules.refusal,
          `The function ${rules.body} would change nothing visible`,
        );
      }
    }
    return { result, pixels: result.pixels };
  };
});
