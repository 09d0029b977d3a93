import { parentPort, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import { EngineError } from './engine.port.ts';
import type { FunctionRun, Outcome } from './functions/function.ts';
import type { FunctionManifest } from './functions/manifest.ts';
import { Sessions } from './network/sessions.ts';
import { runJob } from './run-job.ts';
import {
  failureMessage,
  type WorkerJob,
  type WorkerMessage,
  type WorkerSettings,
} from './worker-messages.ts';

// Every photo is decoded once: a cache would only keep memory.
sharp.cache(false);

const port = parentPort;
if (!port) throw new Error('engine.worker.ts runs in a worker thread only');
const { modelsDir, manifests } = workerData as WorkerSettings;
const sessions = new Sessions();

function send(message: WorkerMessage): void {
  port?.postMessage(message);
}

port.on('message', async (job: WorkerJob) => {
  try {
    const manifest = manifests.find(({ code }) => code === job.code);
    if (!manifest) throw new EngineError('unknown_function', job.code);
    const body = await bodyOf(manifest);
    const report = (progress: {
      stage: 'reading' | 'detecting' | 'running' | 'writing';
      fraction: number;
    }) => send({ type: 'progress', ...progress });
    send({ type: 'done', ...(await runJob({ job, manifest, body, sessions, modelsDir, report })) });
  } catch (error) {
    send(failureMessage(error));
  }
});

/** Loaded when it is first needed: a worker that only enlarges never reads the face functions. */
async function bodyOf({ body }: FunctionManifest): Promise<(run: FunctionRun) => Promise<Outcome>> {
  const { run } = await import(`./functions/${body}/run.ts`);
  return run;
}
