import { type Db, PgBoss } from 'pg-boss';
import type { OpenDatabase } from '../database/database.ts';
import type { Embedded } from '../database/embedded-database.ts';
import type { JobName, JobQueue } from './job-queue.port.ts';

const names: JobName[] = ['tasks.run', 'tasks.run.short', 'mail.send', 'account.export'];

/** Combines the results of several statements, because pg-boss expects all rows in one result. */
const inOne = (results: { rows: unknown[] } | { rows: unknown[] }[]) => ({
  rows: [results].flat().flatMap(({ rows }) => rows),
});

const toBossDatabase = ({ pool, listen }: Embedded): Db => ({
  executeSql: async (text, values) => inOne(await pool.query(text, values)),
  async listen(channel, heard, reconnected) {
    const close = await listen(channel, heard);
    await reconnected();
    return { close };
  },
});

function createBoss(source: OpenDatabase['source']): PgBoss {
  const common = { schema: 'jobs', schedule: false, useListenNotify: true, reindex: false };
  return source.kind === 'embedded'
    ? new PgBoss({ ...common, backend: 'pglite', db: toBossDatabase(source.embedded) })
    : new PgBoss({ ...common, connectionString: source.url, max: 4 });
}

/**
 * Starts the job queue on pg-boss.
 * @param options.expireMs time after which a job counts as lost; the sweeper then repeats its work
 */
export async function startPgBossQueue(
  source: OpenDatabase['source'],
  options: { expireMs: number; onError: (error: Error) => void },
): Promise<JobQueue> {
  const boss = createBoss(source);
  boss.on('error', options.onError);
  await boss.start();
  for (const name of names) {
    await boss.createQueue(name, {
      // Keeps one waiting message per key, even if the sweeper sends it again. A message whose
      // process has died does not block the next message.
      policy: 'short',
      notify: true,
      retryLimit: 0,
      expireInSeconds: Math.min(Math.ceil(options.expireMs / 1000), 86_000),
      deleteAfterSeconds: 3600,
    });
  }

  return {
    async send(name, key) {
      await boss.send(name, { key }, { singletonKey: key });
    },
    async work(name, concurrency, handler) {
      for (let n = 0; n < concurrency; n += 1) {
        const worker = await boss.work<{ key: string }>(
          name,
          { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 5 },
          async (jobs) => {
            for (const job of jobs) await handler(job.data.key);
            // Without this call, pg-boss would fetch further waiting messages only at its next
            // poll.
            boss.notifyWorker(worker);
          },
        );
      }
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 2000 });
    },
  };
}
