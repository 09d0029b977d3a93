import type { FastifyBaseLogger } from 'fastify';
import { sendBadUrl } from '../pages/pages.routes.ts';
import type { Pages } from '../pages/pages.ts';
import type { Bus } from '../platform/bus/bus.port.ts';
import { openBus } from '../platform/bus/open-bus.ts';
import { createWorkers } from '../platform/bus/workers.ts';
import { type Config, ConfigError } from '../platform/config/config.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { claimInstallation } from '../platform/database/installation.store.ts';
import { clientAddress } from '../platform/http/client-address.ts';
import { createServer, isHttps } from '../platform/http/http-server.ts';
import { registerPlugins } from '../platform/http/plugins.ts';
import { loadWords } from '../platform/http/words.ts';
import { RequestLog } from '../platform/log/logger.ts';
import type { Platform } from '../platform/platform.ts';
import { createDiskStorage } from '../platform/storage/disk/disk-storage.ts';
import { createSpaceGuard, freeBytesOf } from '../platform/storage/disk/free-space.ts';

export type PlatformParts = {
  config: Config;
  logger: FastifyBaseLogger;
  /** data directory, already locked for this process */
  dataDir: { path: string; instanceId: string };
  database: OpenDatabase;
  now?: () => Date;
  freeBytes?: (directory: string) => Promise<number>;
  /** replaces the bus of the database */
  bus?: Bus;
};

/**
 * Photos are in the data directory. With another directory's database, this server could not find
 * its photos.
 */
const foreignDatabase =
  'DATABASE_URL: the database belongs to another data directory. Set DATA_DIR to that one, or use ' +
  'an empty database. If the directory is lost for good and its photos with it, empty the table ' +
  '"installation"; the next start then takes the database over.';

/**
 * Opens the storage, the bus and the HTTP server. The server does not listen yet.
 * @throws ConfigError if the database belongs to another data directory
 */
export async function openPlatform(parts: PlatformParts, pages: Pages): Promise<Platform> {
  const { config, logger, dataDir, database } = parts;
  const { now = () => new Date(), freeBytes = freeBytesOf } = parts;
  const { db } = database;
  if (!(await claimInstallation(db, dataDir.instanceId, now()))) {
    throw new ConfigError([foreignDatabase]);
  }
  const storage = await createDiskStorage({
    directory: dataDir.path,
    secret: config.storageSecret,
    publicUrl: config.publicUrl,
    baseUrl: config.apiBaseUrl,
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
  await registerPlugins(server, config);
  return {
    config,
    logger,
    db,
    bus,
    workers: createWorkers(bus, onError),
    storage,
    secret: storage.signingKey.secret,
    instanceId: dataDir.instanceId,
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
    onError,
  };
}
