import { parentPort } from 'node:worker_threads';
import type { WorkerJob, WorkerMessage } from '../worker-messages.ts';

/** Replaces the engine's worker: dies, throws or ignores messages on demand. */
parentPort?.on('message', ({ code }: WorkerJob) => {
  if (code === 'die') process.exit(1);
  if (code === 'throw') throw new Error('thrown on purpose');
  const done: WorkerMessage = {
    type: 'done',
    result: { kind: 'rejected', reason: 'no_face' },
    pixels: 1,
  };
  if (code === 'answer') parentPort?.postMessage(done);
});
