import type { FastifyBaseLogger } from 'fastify';
import type { Bus } from './bus/bus.port.ts';
import type { Workers } from './bus/workers.ts';
import type { Config } from './config/config.ts';
import type { Database } from './database/database.ts';
import type { ApiServer } from './http/api-server.ts';
import type { RequestQueues } from './http/request-queues.ts';
import type { SharedLimits } from './limits/shared-limits.ts';
import type { RequestLog } from './log/logger.ts';
import type { Leases } from './process/leases.ts';
import type { OwnProcess } from './process/process-lease.ts';
import type { DataDir } from './storage/data-dir.ts';
import type { DiskStorage } from './storage/disk/disk-storage.ts';
import type { WithCopies } from './storage/local-copies.ts';
import type { Storage } from './storage/storage.port.ts';
import type { Tracing } from './tracing/tracing.port.ts';

/**
 * Parts of the server that all features use. Each feature registers its routes when it is opened.
 */
export type Platform = {
  config: Config;
  logger: FastifyBaseLogger;
  db: Database;
  bus: Bus;
  workers: Workers;
  storage: Storage;
  /** null if files are not stored on the disk */
  disk: DiskStorage | null;
  /** folder for temporary files of this process */
  workDir: string;
  withCopies: WithCopies;
  removeDead: DataDir['removeDead'];
  process: OwnProcess;
  leases: Leases;
  /** true if no other process can use the database */
  isAlone: boolean;
  /** secret for signing cookies, codes and links */
  secret: string;
  /** identifies this installation; the same in all its processes */
  instanceId: string;
  server: ApiServer;
  /** log of requests, to which routes may add lines */
  requestLog: RequestLog;
  tracing: Tracing;
  /** true if the pages use https */
  secure: boolean;
  requestQueues: RequestQueues;
  /** limits that all processes count together; null if no other process can use the database */
  sharedLimits: SharedLimits | null;
  /** aborts when a stop begins; the server may still answer requests for a while */
  draining: AbortController;
  /** aborts when the server closes; waiting requests must then be answered at once */
  stopping: AbortSignal;
  /** Throws AppError storage_full if the disk is nearly full. */
  ensureSpace: () => Promise<void>;
  now: () => Date;
  onError: (error: unknown, task?: string) => void;
};
