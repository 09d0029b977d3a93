import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import type { Region } from '../../machines/model/regions.ts';
import { EngineError } from './engine.port.ts';
import type { RegionFinder } from './functions/function.ts';
import type { FunctionManifest } from './functions/manifest.ts';
import { inspectInput } from './image/inspect.ts';
import { readPhoto } from './image/photo.ts';
import { Sessions } from './network/sessions.ts';
import {
  failureMessage,
  type SearchJob,
  throwIfCancelled,
  type WorkerMessage,
  type WorkerSettings,
} from './worker-messages.ts';

/*
 * Looks for parts of photos before their tasks are started. It has a thread of its own, so that a
 * visitor who is still choosing does not wait for the task of somebody else.
 */

sharp.cache(false);

const port = parentPort;
if (!port) throw new Error('search.worker.ts runs in a worker thread only');
const { modelsDir, manifests } = workerData as WorkerSettings;
const sessions = new Sessions();

port.on('message', async (job: SearchJob) => {
  port.postMessage(await search(job).catch(failureMessage));
});

async function search(job: SearchJob): Promise<WorkerMessage<Region[]>> {
  const manifest = manifests.find(({ code }) => code === job.code);
  if (!manifest) throw new EngineError('unknown_function', job.code);
  const find = await finderOf(manifest);
  const { format } = await inspectInput(job.inputPath, manifest);
  throwIfCancelled(job);
  const photo = await readPhoto(job.inputPath, format);
  const checkpoint = () => throwIfCancelled(job);
  const modelFile = (name: string) => path.resolve(modelsDir, name);
  const result = await find({ photo, sessions, modelFile, checkpoint });
  return { type: 'done', result, pixels: photo.width * photo.height };
}

async function finderOf({ body }: FunctionManifest): Promise<RegionFinder> {
  const { find } = await import(`./functions/${body}/find.ts`);
  return find;
}
