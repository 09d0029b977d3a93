import type { FastifyBaseLogger } from 'fastify';
import { sendBadUrl } from '../pages/pages.routes.ts';
import type { Pages } from '../pages/pages.ts';
import type { Bus } from '../platform/bus/bus.port.ts';
import { openBus } from '../platform/bus/open-bus.ts';
import { shareTransactions } from '../platform/bus/share-transactions.ts';
import { createWorkers } from '../platform/bus/workers.ts';
import type { Config } from '../platform/config/config.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { clientAddress } from '../platform/http/client-address.ts';
import { createServer, isHttps } from '../platform/http/http-server.ts';
import { registerPlugins } from '../platform/http/plugins.ts';
import { createSubnetNames } from '../platform/http/subnet-names.ts';
import { loadWords } from '../platform/http/words.ts';
import { createSharedLimits } from '../platform/limits/shared-limits.ts';
import { RequestLog } from '../platform/log/logger.ts';
import type { Platform } from '../platform/platform.ts';
import { joinInstallation } from '../platform/process/join-installation.ts';
import { createLeases } from '../platform/process/leases.ts';
import { createOwnProcess } from '../platform/process/process-lease.ts';
import type { DataDir } from '../platform/storage/data-dir.ts';
import { createDiskStorage } from '../platform/storage/disk/disk-storage.ts';
import { createSpaceGuard, freeBytesOf } from '../platform/storage/disk/free-space.ts';
import { createWithCopies } from '../platform/storage/local-copies.ts';
import { createS3Storage } from '../platform/storage/s3/s3-storage.ts';
import { readSigningSecret } from '../platform/storage/signing-secret.ts';
import { openTracing } from '../platform/tracing/open-tracing.ts';

export type PlatformParts = {
  config: Config;
  logger: FastifyBaseLogger;
  /** data directory, already locked for this process */
  dataDir: Omit<DataDir, 'release'>;
  database: OpenDatabase;
  now?: () => Date;
  freeBytes?: (directory: string) => Promise<number>;
  /** replaces the bus of the database */
  bus?: Bus;
};

async function openStorage(
  { s3, publicUrl, apiBaseUrl: baseUrl }: Config,
  directory: string,
  secret: string,
): Promise<Pick<Platform, 'storage' | 'disk'>> {
  if (s3) return { storage: await createS3Storage(s3), disk: null };
  const disk = await createDiskStorage({ directory, secret, publicUrl, baseUrl });
  return { storage: disk, disk };
}

/**
 * Opens the storage, the bus and the HTTP server. The server does not listen yet.
 * @throws ConfigError if the database belongs to another store, or to another signing secret
 */
export async function openPlatform(parts: PlatformParts, pages: Pages): Promise<Platform> {
  const { config, logger, dataDir, database } = parts;
  const { now = () => new Date(), freeBytes = freeBytesOf } = parts;
  const { db } = database;
  const isAlone = database.source.kind === 'embedded';
  const secret = config.storageSecret ?? readSigningSecret(dataDir.path);
  const { storage, disk } = await openStorage(config, dataDir.path, secret);
  const own = { id: dataDir.processId, roles: config.roles };
  const instanceId = await joinInstallation(db, {
    process: own,
    instanceId: dataDir.instanceId,
    store: config.s3 ? `${config.s3.endpoint}/${config.s3.bucket}` : 'disk',
    secret,
    dead: dataDir.removeDead(),
    isAlone,
    now: now(),
  });
  const onBusError = (error: unknown) =>
    logger.error({ err: error }, 'messages between processes failed');
  const bus = parts.bus ?? (await openBus(database.source, onBusError));
  const onError = (error: unknown, task?: string) =>
    logger.error({ err: error, task }, 'background work failed');
  const log = new RequestLog(config.runEnv === 'production' ? 'info' : 'debug', clientAddress);
  const words = await loadWords(config);
  const { server, requestQueues, stopping } = createServer({
    config,
    logger,
    log,
    words,
    answerBadUrl: (error, request, reply) => sendBadUrl(pages, error, request, reply),
  });
  const tracing = await openTracing(config.tracing, {
    processId: own.id,
    onFailure: (error) => logger.warn({ err: error }, 'traces could not be sent'),
  });
  tracing.traceRequests(server);
  shareTransactions(db, bus, stopping);
  const sharedLimits = isAlone
    ? null
    : createSharedLimits({
        db,
        nameOf: createSubnetNames(instanceId),
        onAway: (error) =>
          logger.warn(
            { err: error },
            'this process counts limits alone, until the database answers',
          ),
      });
  await registerPlugins(server, config, sharedLimits);
  return {
    config,
    logger,
    db,
    bus,
    workers: createWorkers(bus, onError),
    storage,
    disk,
    workDir: dataDir.workDir,
    withCopies: createWithCopies(storage, dataDir.workDir),
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
    tracing,
    secure: isHttps(config),
    requestQueues,
    sharedLimits,
    draining: new AbortController(),
    stopping,
    ensureSpace:
      disk || isAlone
        ? createSpaceGuard({
            directory: config.dataDir,
            reserveBytes: config.limits.diskReserveBytes,
            freeBytes,
            onShort: (left) => logger.warn({ freeBytes: left }, 'the disk is nearly full'),
          })
        : async () => {},
    now,
    onError,
  };
}
