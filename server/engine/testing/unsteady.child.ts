import { setImmediate } from 'node:timers/promises';
import { type JobControl, serveJobs } from '../pool/serve-jobs.ts';

export type Behaviour =
  | 'answer'
  | 'progress'
  | 'throw'
  | 'exit'
  | 'crash'
  | 'forever'
  /** works on tiles until it is stopped */
  | 'tiles'
  | 'deaf'
  | 'memory'
  | 'work';

const hoard: Buffer[] = [];

/**
 * A test replacement for a child of the engine. On request it answers, crashes, uses much memory or
 * ignores messages.
 */
serveJobs<Behaviour, number>(() => async (behaviour, control) => {
  const { signal, report } = control;
  if (behaviour === 'exit') process.exit(1);
  if (behaviour === 'crash') process.kill(process.pid, 'SIGSEGV');
  if (behaviour === 'throw') throw new Error('thrown in /some/folder by libsome');
  if (behaviour === 'memory') keepTaking();
  if (behaviour === 'work') keepWorking();
  if (behaviour === 'tiles') await workOnTiles(control);
  if (behaviour === 'forever') report({ stage: 'running', fraction: 0.5 });
  if (behaviour === 'forever' || behaviour === 'memory' || behaviour === 'work') {
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('stopped')));
    });
  }
  if (behaviour === 'deaf') await new Promise(() => undefined);
  return { result: process.pid, pixels: 1 };
});

async function workOnTiles({ report, checkpoint }: JobControl): Promise<never> {
  for (;;) {
    work();
    report({ stage: 'running', fraction: 0.5 });
    await checkpoint();
  }
}

function keepTaking(): void {
  hoard.push(Buffer.alloc(20e6, 1));
  void setImmediate().then(keepTaking);
}

function keepWorking(): void {
  work();
  void setImmediate().then(keepWorking);
}

function work(): void {
  const end = performance.now() + 5;
  while (performance.now() < end) Math.sqrt(end);
}
