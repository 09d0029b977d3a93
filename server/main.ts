import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import type { Logger } from 'pino';
import { compose, type Server } from './compose.ts';
import { type Config, ConfigError, readConfig, urlHost } from './config.ts';
import { createEngine } from './engine/engine.ts';
import { createLogger } from './logger.ts';
import { claimDataDir, type DataDir, DataDirInUse } from './store/data-dir.ts';
import { type OpenDatabase, openEmbedded, openPostgres } from './store/database.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

function openDatabase(config: Config, dataDir: DataDir, logger: FastifyBaseLogger) {
  const onError = (error: Error) => logger.error({ err: error }, 'database');
  return config.databaseUrl
    ? openPostgres(config.databaseUrl, onError)
    : openEmbedded(join(dataDir.path, 'database'));
}

function startEngine(config: Config, dataDir: DataDir) {
  return createEngine({
    modelsDir: join(root, 'models'),
    // One more than long tasks may hold: short ones do not wait for them.
    places: config.engineWorkers + 1,
    memoryMegabytes: config.engineMemoryMegabytes,
    timingsPath: join(dataDir.path, 'timings.json'),
    ...(config.modelsFolder ? { operatorModelsDir: config.modelsFolder } : {}),
  });
}

/** Fastify would log each address in a line of its own; `announce` prints the one that matters. */
async function listen(server: Server, { port, host, logLevel }: Config, logger: Logger) {
  logger.level = 'warn';
  await server.app.listen({ port, host });
  logger.level = logLevel;
}

async function start(config: Config): Promise<Server> {
  // First of all: a second process must not touch anything.
  const dataDir = claimDataDir(config.dataDir);
  const logger = createLogger(config.logLevel);
  const database: OpenDatabase = await openDatabase(config, dataDir, logger);
  const engine = await startEngine(config, dataDir);
  const clientDir = join(root, 'dist', 'client');
  const server = await compose({ config, logger, dataDir, database, engine, clientDir });
  await listen(server, config, logger);
  return server;
}

function announce(config: Config, server: Server) {
  const address = server.app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const url = `http://${urlHost(config.host)}:${port}`;
  console.log(`${config.product} is ready: ${url} (data in ${config.dataDir})`);
  if (server.pagesMissing) console.log(server.pagesMissing);
}

/** The first signal stops gracefully; the second exits at once, which loses nothing either. */
function stopOnSignal(server: Server) {
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      await server.stop().catch((error) => console.error(error));
      process.exit(0);
    });
  }
}

/** A sentence for the operator; null for errors that only a developer understands. */
function sentenceFor(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof DataDirInUse) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `${message}. Another program listens there: set PORT.`;
  return null;
}

const envFile = join(root, '.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);

try {
  const config = readConfig(process.env);
  const server = await start(config);
  stopOnSignal(server);
  announce(config, server);
} catch (error) {
  console.error(sentenceFor(error) ?? error);
  process.exit(1);
}
