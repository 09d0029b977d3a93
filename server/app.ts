import { randomUUID } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import fastifyRateLimit from '@fastify/rate-limit';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import type { Config } from './config.ts';
import type { Allowance } from './domain/allowance.ts';
import { uploadLimits } from './domain/catalogue.ts';
import type { Guests } from './domain/guests.ts';
import type { Owner } from './domain/principal.ts';
import type { Records } from './domain/records.ts';
import type { RegionSearches } from './domain/region-searches.ts';
import type { Tasks } from './domain/tasks.ts';
import type { Uploads } from './domain/uploads.ts';
import type { Engine } from './engine/engine.port.ts';
import { AppError } from './errors.ts';
import { RequestLog } from './logger.ts';
import type { Pages } from './pages/pages.ts';
import { createRecordPresenter } from './presenters/record.presenter.ts';
import { registerAiFunctionRoutes } from './routes/ai-function.routes.ts';
import type { ApiServer } from './routes/api-server.ts';
import { registerEntranceRoutes } from './routes/entrance.routes.ts';
import { sendFailure } from './routes/error-handler.ts';
import { registerEventLogRoutes } from './routes/event-log.routes.ts';
import { registerPageRoutes, sendBadUrl } from './routes/pages.routes.ts';
import { createPrincipals } from './routes/principals.ts';
import { registerRecordRoutes } from './routes/records.routes.ts';
import { setSecurityHeaders } from './routes/security-headers.ts';
import { registerStorageRoutes } from './routes/storage.routes.ts';
import { registerUserRoutes } from './routes/user.routes.ts';
import type { DiskStorage } from './storage/disk/disk-storage.ts';

export type AppDeps = {
  config: Config;
  logger: FastifyBaseLogger;
  engine: Engine;
  storage: DiskStorage;
  guests: Guests;
  uploads: Uploads;
  searches: RegionSearches;
  tasks: Tasks;
  records: Records;
  /** names the network of an address */
  networkOf: (address: string) => string;
  allowanceOf: (owner: Owner | null) => Promise<Allowance>;
  pages: Pages;
  now: () => Date;
};

/** JSON bodies only; photos go to the storage. */
const bodyLimit = 64 * 1024;

function createServer({ config, logger, pages }: AppDeps): ApiServer {
  const https = config.publicUrl.startsWith('https:');
  const server: ApiServer = Fastify({
    loggerInstance: logger,
    logController: new RequestLog(config.runEnv === 'production' ? 'info' : 'debug'),
    trustProxy: config.trustProxy,
    bodyLimit,
    // The onRequest hook below answers in the envelope instead.
    return503OnClosing: false,
    // Bounds a request that arrives very slowly; a slow 25 MB upload still fits.
    requestTimeout: 600_000,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
    // Runs before routing, so the hooks have not run.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply, { https });
      sendBadUrl(pages, error, request, reply).catch((cause) => reply.send(cause));
    },
  });
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.setErrorHandler(sendFailure);
  server.addHook('onRequest', async (request, reply) => {
    setSecurityHeaders(request, reply, { https });
  });
  return server;
}

async function registerPlugins(server: ApiServer, config: Config) {
  await server.register(fastifyCookie);
  await server.register(fastifyRateLimit, {
    global: false,
    errorResponseBuilder: () => new AppError('rate_limited', 'too many requests'),
  });
  await server.register(fastifySwagger, {
    openapi: {
      info: { title: `${config.product} API`, version: '1' },
      servers: [{ url: config.apiBaseUrl || '/' }],
    },
    transform: jsonSchemaTransform,
  });
  await server.register(fastifySwaggerUi, { routePrefix: '/docs', staticCSP: true });
}

/** The whole HTTP side. It never listens: `main.ts` does, and tests inject. */
export async function createApp(deps: AppDeps): Promise<ApiServer> {
  const { config, engine, storage, uploads, searches, tasks, records, now } = deps;
  const server = createServer(deps);
  await registerPlugins(server, config);

  const stopping = new AbortController();
  server.addHook('preClose', async () => stopping.abort());
  server.addHook('onRequest', async () => {
    if (stopping.signal.aborted) throw new AppError('unavailable', 'the server is stopping');
  });

  const principals = createPrincipals(deps.guests, {
    secure: config.publicUrl.startsWith('https:'),
    networkOf: deps.networkOf,
  });
  const present = createRecordPresenter({ storage, product: config.product, now });
  registerEntranceRoutes(server, { engine, settings: config });
  registerUserRoutes(server, { principals, allowanceOf: deps.allowanceOf });
  const api = { principals, tasks, records, present, stopping: stopping.signal };
  registerAiFunctionRoutes(server, { ...api, uploads, searches });
  registerRecordRoutes(server, api);
  registerEventLogRoutes(server);
  registerStorageRoutes(server, {
    storage,
    gate: uploads.gate,
    maxFileBytes: () => uploadLimits(engine, undefined).maxBytes,
    now,
  });
  await registerPageRoutes(server, deps.pages);
  await server.ready();
  return server;
}
