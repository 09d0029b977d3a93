import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
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
import type { ErrorCode } from '../contract/error-codes.ts';
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
import {
  createArrivals,
  createPolls,
  createTurns,
  limitConnections,
  type Turns,
} from './routes/admission.ts';
import { registerAiFunctionRoutes } from './routes/ai-function.routes.ts';
import type { ApiServer } from './routes/api-server.ts';
import { hasUnreadBody, withinDeadline } from './routes/body-deadline.ts';
import { clientAddress, trustedProxies } from './routes/client-address.ts';
import { answerClientError } from './routes/client-errors.ts';
import { registerEntranceRoutes } from './routes/entrance.routes.ts';
import { sendFailure } from './routes/error-handler.ts';
import { registerEventLogRoutes } from './routes/event-log.routes.ts';
import { registerPageRoutes, sendBadUrl } from './routes/pages.routes.ts';
import { createPrincipals } from './routes/principals.ts';
import { registerRecordRoutes } from './routes/records.routes.ts';
import { allowPages, refuseForeign } from './routes/request-origin.ts';
import { readTarget } from './routes/request-target.ts';
import { setSecurityHeaders } from './routes/security-headers.ts';
import { isCall } from './routes/send-page.ts';
import { registerStorageRoutes } from './routes/storage.routes.ts';
import { registerUserRoutes } from './routes/user.routes.ts';
import type { DiskStorage } from './storage/disk/disk-storage.ts';
import { createSpaceGuard } from './storage/disk/free-space.ts';
import { loadWords, type WordsOf } from './words.ts';

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
  /** of the disk that the directory is on */
  freeBytes: (directory: string) => Promise<number>;
};

/** JSON bodies only; photos go to the storage. */
const bodyLimit = 64 * 1024;
/** Longer than the longest call: a socket that nothing happens on is closed. */
const idleMs = 120_000;
/** Headers are one packet; a body has a deadline that fits its size (`body-deadline.ts`). */
const headersMs = 15_000;
const requestMs = 2 * 3_600_000;
/** Longer than that of the usual proxies, which must not send into a closing connection. */
const keepAliveMs = 72_000;

const isHttps = (config: Config) => config.publicUrl.startsWith('https:');

function createServer({ config, logger, pages }: AppDeps, words: WordsOf, log: RequestLog) {
  const https = isHttps(config);
  const bare = { https, words: (code: ErrorCode) => words(code, undefined) };
  const server: ApiServer = Fastify({
    loggerInstance: logger,
    logController: log,
    trustProxy: trustedProxies(config.trustProxy),
    bodyLimit,
    // The onRequest hook below answers in the envelope instead.
    return503OnClosing: false,
    // Node closes idle connections itself, after those that wait were answered.
    forceCloseConnections: false,
    serverFactory: (handler) => {
      // Without a Host Node would answer by itself, without our headers.
      const options = { headersTimeout: headersMs, requestTimeout: requestMs };
      const listening = createHttpServer({ ...options, requireHostHeader: false });
      const limited = limitConnections(handler);
      listening.on('request', limited);
      // `Expect` with anything but 100-continue: answered like any request.
      listening.on('checkExpectation', limited);
      listening.keepAliveTimeout = keepAliveMs;
      return listening.setTimeout(idleMs);
    },
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: (error, socket) => answerClientError(error, socket as Socket, bare),
    // Runs before routing, so the hooks have not run.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply, { https });
      sendBadUrl(pages, error, request, reply).catch((cause) => reply.send(cause));
    },
  });
  server.decorate('wordsOf', words);
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.setErrorHandler(sendFailure);
  return server;
}

/** What every request goes through, in this order. */
function addHooks(
  server: ApiServer,
  { config, turns, stopping }: { config: Config; turns: Turns; stopping: AbortSignal },
) {
  const https = isHttps(config);
  const page = new URL(config.publicUrl).origin;
  const origins = { page, api: config.apiBaseUrl ? new URL(config.apiBaseUrl).origin : page };
  server.addHook('onRequest', async (request, reply) => {
    setSecurityHeaders(request, reply, { https });
    if (allowPages(request, reply, origins)) return reply;
    if (stopping.aborted) throw new AppError('unavailable', 'the server is stopping');
    if (!request.headers.host && request.raw.httpVersion === '1.1') {
      throw new AppError('invalid_request', 'the request names no host');
    }
    if (isCall(readTarget(request.raw.url).path)) refuseForeign(request, origins);
    const turn = turns.enter(request, reply);
    if (turn) await turn;
  });
  server.addHook('onSend', async (request) => turns.leave(request));
  server.addHook('preParsing', async (request, _reply, payload) => {
    const isOwn = request.routeOptions.config.readsBody === true;
    return isOwn || !hasUnreadBody(request) ? payload : withinDeadline(payload as Readable);
  });
}

async function registerPlugins(server: ApiServer, config: Config) {
  await server.register(fastifyCookie);
  await server.register(fastifyRateLimit, {
    global: false,
    keyGenerator: clientAddress,
    errorResponseBuilder: () => new AppError('rate_limited', 'too many requests'),
  });
  if (!config.apiPage) return;
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
  const log = new RequestLog(config.runEnv === 'production' ? 'info' : 'debug', clientAddress);
  const server = createServer(deps, await loadWords(config), log);
  const stopping = new AbortController();
  server.addHook('preClose', async () => stopping.abort());
  const turns = createTurns();
  addHooks(server, { config, turns, stopping: stopping.signal });
  await registerPlugins(server, config);

  const principals = createPrincipals(deps.guests, {
    secure: isHttps(config),
    networkOf: deps.networkOf,
  });
  const present = createRecordPresenter({ storage, product: config.product, now });
  const storing = {
    ensureSpace: createSpaceGuard({
      directory: config.dataDir,
      reserveBytes: config.limits.diskReserveBytes,
      freeBytes: deps.freeBytes,
      onShort: (freeBytes) => deps.logger.warn({ freeBytes }, 'the disk is nearly full'),
    }),
    requestsPerMinute: config.limits.requestsPerMinute,
  };
  registerEntranceRoutes(server, { engine, settings: config });
  registerUserRoutes(server, { principals, allowanceOf: deps.allowanceOf });
  const api = { principals, tasks, records, present, stopping: stopping.signal };
  registerAiFunctionRoutes(server, { ...api, ...storing, uploads, searches });
  registerRecordRoutes(server, { ...api, polls: createPolls(turns), now });
  registerEventLogRoutes(server, log);
  registerStorageRoutes(server, {
    storage,
    gate: uploads.gate,
    arrive: createArrivals(turns),
    ...storing,
    maxFileBytes: () => uploadLimits(engine, undefined).maxBytes,
    now,
  });
  await registerPageRoutes(server, deps.pages);
  await server.ready();
  return server;
}
