import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Server } from './composition/compose.ts';
import { endRefused, runServer } from './composition/process.ts';
import { checkNetworks } from './engine/check-networks.ts';
import { createEngine } from './engine/engine.ts';
import { type Config, readConfig, urlHost } from './platform/config/config.ts';
import { createLogger } from './platform/log/logger.ts';
import { applyMemorySettings } from './platform/process/memory-settings.ts';
import { openBuild, openOtherBuilds } from './platform/process/process-build.ts';
import { shareBuild } from './platform/process/stored-builds.ts';
import type { DataDir } from './platform/storage/data-dir.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

function readConfiguration(): Config {
  const envFile = join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  try {
    return readConfig(process.env);
  } catch (error) {
    return endRefused(error);
  }
}

/**
 * Returns the folder of the networks. The hashes are not checked for a test folder, because the
 * list does not contain its networks.
 */
async function checkedNetworks({ networksFolder }: Config): Promise<string> {
  if (networksFolder) return networksFolder;
  const folder = join(root, 'models/built');
  await checkNetworks(folder, join(root, 'models/hashes.json'));
  return folder;
}

const openEngine = (config: Config) => async (dataDir: DataDir) =>
  createEngine({
    modelsDir: await checkedNetworks(config),
    // One slot more than the long tasks may use, so that short tasks never wait for long tasks.
    places: config.engineWorkers + 1,
    memoryMegabytes: config.engineMemoryMegabytes,
    timingsPath: join(dataDir.path, 'timings.json'),
    choicesPath: join(dataDir.path, 'arithmetic.json'),
    runtime: config.engineRuntime,
    ...(config.hosted ? { hosted: config.hosted } : {}),
    ...(config.modelsFolder ? { operatorModelsDir: config.modelsFolder } : {}),
  });

function announce(config: Config, server: Server) {
  const address = server.app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const url = `http://${urlHost(config.host)}:${port}`;
  console.log(`${config.product} is ready: ${url} (data in ${config.dataDir})`);
  if (server.pagesMissing && config.roles.includes('web')) console.log(server.pagesMissing);
}

/** Opens the build of these sources, and the other builds that open pages may still need. */
async function openBuilds({ roles, runEnv, buildsDir }: Config) {
  // A worker serves no pages.
  if (!roles.includes('web')) return { clientDir: join(root, 'dist', 'none') };
  const kind = runEnv === 'production' ? 'production' : 'development';
  const dist = join(root, 'dist');
  if (buildsDir) await shareBuild(dist, buildsDir, kind);
  const clientDir = openBuild(dist, kind);
  const otherBuilds = openOtherBuilds(buildsDir ?? dist, { kind, ownDir: clientDir });
  return { clientDir, otherBuilds };
}

applyMemorySettings();
const config = readConfiguration();
const server = await runServer({
  config,
  logger: createLogger(config.logLevel),
  openEngine: openEngine(config),
  ...(await openBuilds(config).catch(endRefused)),
});
announce(config, server);
