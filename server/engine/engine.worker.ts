import { parentPort, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import { EngineError } from './engine.port.ts';
import { catalogue } from './functions/catalogue.ts';
import { Sessions } from './network/sessions.ts';
import { runJob } from './run-job.ts';
import type { WorkerJob, WorkerMessage, WorkerSettings } from './worker-messages.ts';

// Every photo is decoded once: a cache would only keep memory.
sharp.cache(false);

const port = parentPort;
if (!port) throw new Error('engine.worker.ts runs in a worker thread only');
const { modelsDir, operatorModels } = workerData as WorkerSettings;
const functions = new Map(
  catalogue(operatorModels).map((entry) => [entry.description.code, entry]),
);
const sessions = new Sessions();

function send(message: WorkerMessage): void {
  port?.postMessage(message);
}

port.on('message', async (job: WorkerJob) => {
  const engineFunction = functions.get(job.code);
  try {
    if (!engineFunction) throw new EngineError('unknown_function', job.code);
    const report = (progress: {
      stage: 'reading' | 'detecting' | 'running' | 'writing';
      fraction: number;
    }) => send({ type: 'progress', ...progress });
    send({ type: 'done', ...(await runJob({ job, engineFunction, sessions, modelsDir, report })) });
  } catch (error) {
    send(failure(error));
  }
});

function failure(error: unknown): WorkerMessage {
  if (error instanceof EngineError) {
    return { type: 'failed', code: error.code, message: error.message };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { type: 'failed', code: 'engine_failed', message };
}
