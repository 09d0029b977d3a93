import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config/config.ts';
import type { Database } from './database/database.ts';
import type { ApiServer } from './http/api-server.ts';
import type { RequestQueues } from './http/request-queues.ts';
import type { RequestLog } from './log/logger.ts';
import type { JobQueue } from './queue/job-queue.port.ts';
import type { DiskStorage } from './storage/disk/disk-storage.ts';

/** Shared parts of the server. A feature registers its routes on the server when it is opened. */
export type Platform = {
  config: Config;
  logger: FastifyBaseLogger;
  db: Database;
  jobs: JobQueue;
  storage: DiskStorage;
  /** signs cookies, codes and links */
  secret: string;
  /** names this installation, also after a restart */
  instanceId: string;
  server: ApiServer;
  /** log of requests, for routes that add to it */
  requestLog: RequestLog;
  /** true if the pages are served over https */
  secure: boolean;
  requestQueues: RequestQueues;
  /** aborts when the server stops: waiting requests are answered at once */
  stopping: AbortSignal;
  /** @throws AppError storage_full if the disk is nearly full */
  ensureSpace: () => Promise<void>;
  now: () => Date;
  onError: (error: unknown, task?: string) => void;
};
