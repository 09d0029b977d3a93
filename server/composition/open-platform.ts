import type { FastifyBaseLogger } from 'fastify';
import { sendBadUrl } from '../pages/pages.routes.ts';
import type { Pages } from '../pages/pages.ts';
import type { Config } from '../platform/config/config.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { clientAddress } from '../platform/http/client-address.ts';
import { createServer, isHttps } from '../platform/http/http-server.ts';
import { registerPlugins } from '../platform/http/plugins.ts';
import { loadWords } from '../platform/http/words.ts';
import { RequestLog } from '../platform/log/logger.ts';
import type { Platform } from '../platform/platform.ts';
import { joinInstallation } from '../platform/process/join-installation.ts';
import { createLeases } from '../platform/process/leases.ts';
import { createOwnProcess } from '../platform/process/process-lease.ts';
import type { JobQueue } from '../platform/queue/job-queue.port.ts';
import { startPgBossQueue } from '../platform/queue/pg-boss-queue.ts';
import type { DataDir } from '../platform/storage/data-dir.ts';
import { createDiskStorage } from '../platform/storage/disk/disk-storage.ts';
import { createSpaceGuard, freeBytesOf } from '../platform/storage/disk/free-space.ts';

export type PlatformParts = {
  config: Config;
  logger: FastifyBaseLogger;
  /** data directory, already locked for this process */
  dataDir: Omit<DataDir, 'release'>;
  database: OpenDatabase;
  now?: () => Date;
  freeBytes?: (directory: string) => Promise<number>;
  /** replaces the job queue in the database */
  jobs?: JobQueue;
};

/**
 * Opens the storage, the job queue and the HTTP server. The server does not listen yet.
 * @throws ConfigError if the database belongs to another store, or to another signing secret
 */
export async function openPlatform(parts: PlatformParts, pages: Pages): Promise<Platform> {
  const { config, logger, dataDir, database } = parts;
  const { now = () => new Date(), freeBytes = freeBytesOf } = parts;
  const { db } = database;
  const isAlone = database.source.kind === 'embedded';
  const storage = await createDiskStorage({
    directory: dataDir.path,
    workDir: dataDir.workDir,
    secret: config.storageSecret,
    publicUrl: config.publicUrl,
    baseUrl: config.apiBaseUrl,
  });
  const { secret } = storage.signingKey;
  const own = { id: dataDir.processId, roles: config.roles };
  const instanceId = await joinInstallation(db, {
    process: own,
    instanceId: dataDir.instanceId,
    store: 'disk',
    secret,
    dead: dataDir.removeDead(),
    isAlone,
    now: now(),
  });
  const jobs =
    parts.jobs ??
    (await startPgBossQueue(database.source, {
      // Twice the time limit of a task's work, because a task may also pause.
      expireMs: 2 * config.taskDeadlineMs + 60_000,
      onError: (error) => logger.error({ err: error }, 'the job queue failed'),
    }));
  const log = new RequestLog(config.runEnv === 'production' ? 'info' : 'debug', clientAddress);
  const words = await loadWords(config);
  const { server, requestQueues, stopping } = createServer({
    config,
    logger,
    log,
    words,
    answerBadUrl: (error, request, reply) => sendBadUrl(pages, error, request, reply),
  });
  await registerPlugins(server, config);
  return {
    config,
    logger,
    db,
    jobs,
    storage,
    workDir: dataDir.workDir,
    removeDead: dataDir.removeDead,
    isAlone,
    process: createOwnProcess({
      db,
      ...own,
      isAlone,
      onError: (error) => logger.warn({ err: error }, 'the lease of this process was not renewed'),
    }),
    leases: createLeases(db, own.id),
    secret,
    instanceId,
    server,
    requestLog: log,
    secure: isHttps(config),
    requestQueues,
    stopping,
    ensureSpace: createSpaceGuard({
      directory: config.dataDir,
      reserveBytes: config.limits.diskReserveBytes,
      freeBytes,
      onShort: (left) => logger.warn({ freeBytes: left }, 'the disk is nearly full'),
    }),
    now,
    onError: (error, task) => logger.error({ err: error, task }, 'background work failed'),
  };
}
