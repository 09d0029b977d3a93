import path from 'node:path';
import sharp from 'sharp';
import type { FoundRegion } from '../../machines/model/regions.ts';
import { EngineError } from './engine.port.ts';
import type { RegionFinder } from './functions/function.ts';
import type { FunctionManifest } from './functions/manifest.ts';
import { inspectInput } from './image/inspect.ts';
import { readPhoto } from './image/photo.ts';
import { Sessions } from './network/sessions.ts';
import { serveJobs } from './pool/serve-jobs.ts';

/*
 * Child process that searches photos before a task is started. A separate process is needed so that
 * a visitor who chooses options does not wait for the tasks of other visitors.
 */

sharp.cache(false);

export interface SearchOrder {
  code: string;
  inputPath: string;
}

serveJobs<SearchOrder, FoundRegion[]>(({ modelsDir, manifests }) => {
  const sessions = new Sessions();
  const modelFile = (name: string) => path.resolve(modelsDir, name);
  return async ({ code, inputPath }, { checkpoint }) => {
    const manifest = manifests.find((offered) => offered.code === code);
    if (!manifest) throw new EngineError('unknown_function', `There is no function "${code}"`);
    const find = await finderOf(manifest);
    const { format } = await inspectInput(inputPath, manifest);
    await checkpoint();
    const photo = await readPhoto(inputPath, format);
    const result = await find({ photo, sessions, modelFile, checkpoint });
    return { result, pixels: photo.width * photo.height };
  };
});

async function finderOf({ body }: FunctionManifest): Promise<RegionFinder> {
  const { find } = await import(`./functions/${body}/find.ts`);
  return find;
}
