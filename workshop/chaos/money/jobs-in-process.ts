import type { JobName, JobQueue } from '../../../server/platform/queue/job-queue.port.ts';

type Worker = { free: number; handler: (key: string) => Promise<void> };

/**
 * The job queue of one server. It may be lost when the server dies, because the rows decide what is
 * due. Unlike the real queue, it does not poll the database.
 */
export function createJobsInProcess(onError: (error: unknown) => void): JobQueue {
  const workers = new Map<JobName, Worker>();
  const waiting = new Map<JobName, Set<string>>();
  const running = new Set<Promise<void>>();
  let isOver = false;

  function next(name: JobName): void {
    const worker = workers.get(name);
    const keys = waiting.get(name);
    const [key] = keys ?? [];
    if (isOver || !worker || worker.free === 0 || key === undefined) return;
    keys?.delete(key);
    worker.free -= 1;
    const work = worker
      .handler(key)
      .catch(onError)
      .finally(() => {
        worker.free += 1;
        running.delete(work);
        next(name);
      });
    running.add(work);
    next(name);
  }

  return {
    async send(name, key) {
      if (isOver) return;
      const keys = waiting.get(name) ?? new Set();
      waiting.set(name, keys.add(key));
      // The sender does not wait for the work.
      setImmediate(next, name);
    },
    async work(name, concurrency, handler) {
      workers.set(name, { free: concurrency, handler });
      next(name);
    },
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
}
