import type { Logger } from 'pino';
import type { Engine } from '../engine/engine.port.ts';
import { type Config, ConfigError } from '../platform/config/config.ts';
import { type OpenDatabase, openPostgres } from '../platform/database/database.ts';
import { type Clock, openDatabaseClock } from '../platform/database/database-clock.ts';
import { openDatabaseOf } from '../platform/database/database-folder.ts';
import { StartDelayed, StartRefused } from '../platform/errors.ts';
import type { ApiServer } from '../platform/http/api-server.ts';
import { exitCodes, guardProcess } from '../platform/process/process-guard.ts';
import { claimDataDir, type DataDir } from '../platform/storage/data-dir.ts';
import { compose, type Server } from './compose.ts';

export type ServerProcess = {
  config: Config;
  logger: Logger;
  openEngine: (dataDir: DataDir) => Promise<Engine>;
  clientDir: string;
  otherBuilds?: () => readonly string[];
  /** milliseconds by which a test has advanced the clock */
  aheadMs?: () => number;
};

function openDatabase({ config, logger }: ServerProcess, dataDir: DataDir): Promise<OpenDatabase> {
  const onError = (error: Error) => logger.error({ err: error }, 'the database has stopped');
  return config.databaseUrl
    ? openPostgres(config.databaseUrl, onError)
    : openDatabaseOf(dataDir.path);
}

/** The embedded database has the clock of this machine. */
async function openClock({ logger }: ServerProcess, { source, db }: OpenDatabase): Promise<Clock> {
  if (source.kind === 'embedded') return { now: () => new Date(), stop: () => {} };
  return await openDatabaseClock(db, (error) =>
    logger.warn({ err: error }, 'the time of the database cannot be read'),
  );
}

/** Advice for the operator if the server cannot listen on its address. */
const listenAdvice: Record<string, string> = {
  EADDRINUSE: 'Another program listens there: set PORT.',
  EADDRNOTAVAIL: 'This machine does not have this address: set HOST.',
  ENOTFOUND: 'This name cannot be resolved: set HOST.',
};

/**
 * Starts to listen without the log lines of Fastify, which logs every address. `main.ts` prints the
 * relevant address.
 */
async function listen(app: ApiServer, { config, logger }: ServerProcess) {
  const { level } = logger;
  if (logger.isLevelEnabled('warn')) logger.level = 'warn';
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const advice = listenAdvice[code ?? ''];
    throw advice ? new StartRefused(`${message}. ${advice}`, { cause: error }) : error;
  }
  logger.level = level;
}

export type RunningServer = Server & { database: OpenDatabase };

async function start(parts: ServerProcess): Promise<RunningServer> {
  const { config, logger, clientDir, otherBuilds, aheadMs = () => 0 } = parts;
  // The directory is claimed first. Without the claim, a second process could change data of the
  // first.
  const dataDir = claimDataDir(config.dataDir, {
    isShared: config.databaseUrl !== null,
    onError: (error) => logger.error({ err: error }, 'a file in the work folder cannot be removed'),
  });
  // Libraries then create their temporary files in the work folder, which is removed after the process has ended.
  process.env.TMPDIR = dataDir.workDir;
  const database = await openDatabase(parts, dataDir);
  const clock = await openClock(parts, database);
  const engine = await parts.openEngine(dataDir);
  const server = await compose({
    config,
    logger,
    dataDir,
    database,
    engine,
    clientDir,
    otherBuilds,
    now: () => new Date(clock.now().getTime() + aheadMs()),
    listen: (app) => listen(app, parts),
  });
  async function stop() {
    clock.stop();
    await server.stop();
  }
  return { ...server, stop, database };
}

const watchEveryMs = 5000;

/**
 * Ends the process if the embedded database has died, for example after a full disk or a fault in
 * WebAssembly. All queries would fail. A new process recovers the committed data.
 */
function watchDatabase({ source }: OpenDatabase, onDead: (error: unknown) => void) {
  if (source.kind !== 'embedded') return;
  const { pool, died } = source.embedded;
  let failures = 0;
  const timer = setInterval(async () => {
    try {
      await pool.query('select 1');
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures < 2) return;
      clearInterval(timer);
      onDead(error);
    }
  }, watchEveryMs);
  died.then((error) => {
    clearInterval(timer);
    onDead(error);
  });
}

/** Returns a sentence for the operator, or null if another attempt may succeed. */
function sentenceFor(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof StartRefused) return error.message;
  return null;
}

/** Prints why the server cannot start, and ends the process. */
export function endRefused(error: unknown): never {
  if (error instanceof StartDelayed) {
    console.error(error.message);
    process.exit(exitCodes.crashed);
  }
  const sentence = sentenceFor(error);
  console.error(sentence ?? error);
  process.exit(sentence === null ? exitCodes.crashed : exitCodes.refused);
}

/**
 * Runs the server until a signal stops it. If the server cannot start, the reason is printed and
 * the process ends.
 */
export async function runServer(parts: ServerProcess): Promise<RunningServer> {
  try {
    const { stopDrainMs, stopGraceMs } = parts.config;
    const guard = guardProcess(parts.logger, stopDrainMs + stopGraceMs);
    const server = await start(parts);
    guard.stopWith(server.stop);
    watchDatabase(server.database, (error) => guard.crash(error, 'the database is dead'));
    return server;
  } catch (error) {
    return endRefused(error);
  }
}
