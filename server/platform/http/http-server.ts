import { createServer as createHttpServer } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import Fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Config } from '../config/config.ts';
import { trustedProxies } from '../config/trusted-proxies.ts';
import { AppError } from '../errors.ts';
import type { RequestLog } from '../log/logger.ts';
import { endSlowAnswer } from './answer-deadline.ts';
import type { ApiServer } from './api-server.ts';
import { hasUnreadBody, withinDeadline } from './body-deadline.ts';
import { rawClientAddress } from './client-address.ts';
import { answerClientError, refuseBare } from './client-errors.ts';
import { admitRequests } from './connection-limits.ts';
import { sendFailure } from './error-handler.ts';
import { newRequestId } from './request-id.ts';
import { allowPages, refuseForeign } from './request-origin.ts';
import { createRequestQueues, type RequestQueues } from './request-queues.ts';
import { isCall, readTarget } from './request-target.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { serializeOnce } from './serialize-once.ts';
import type { WordsOf } from './words.ts';

/** Limit of a JSON body in bytes. Photos are uploaded to the storage instead. */
const bodyLimit = 64 * 1024;
/** Limit for idle sockets; longer than the longest call. */
const idleMs = 120_000;
/**
 * Time limits for headers, which fit into one packet, and for whole requests. `body-deadline.ts`
 * limits bodies by their size.
 */
const headersMs = 15_000;
const requestMs = 2 * 3_600_000;
/**
 * Time after which an idle connection is closed. It is longer than the same time of common proxies.
 * Otherwise a proxy could send a request while this server closes the connection.
 */
const keepAliveMs = 72_000;

export const isHttps = (config: Config) => config.publicUrl.startsWith('https:');

type ServerParts = {
  config: Config;
  logger: FastifyBaseLogger;
  log: RequestLog;
  words: WordsOf;
  /** answers a request whose URL the router cannot parse */
  answerBadUrl: (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
};

type RequestHandler = Parameters<typeof createHttpServer>[1] & object;

/** Creates the HTTP server of Node with limits for requests that have not reached Fastify. */
function listenWith(
  handler: RequestHandler,
  { config, words }: ServerParts,
  requestQueues: RequestQueues,
) {
  // Requests without Host are accepted here. Otherwise Node would answer them itself, without our
  // headers.
  const options = { headersTimeout: headersMs, requestTimeout: requestMs };
  const listening = createHttpServer({ ...options, requireHostHeader: false });
  admitRequests(listening, {
    requestQueues,
    pass: handler,
    refuse: (request, response) =>
      refuseBare(request, response, 'rate_limited', { https: isHttps(config), words }),
    isBehindProxy: config.trustProxy !== false,
  });
  listening.keepAliveTimeout = keepAliveMs;
  return listening.setTimeout(idleMs);
}

/**
 * Counts the Host headers. Node uses the first header, but a proxy may have used another header
 * (RFC 9112, 3.2).
 */
const countHosts = (rawHeaders: readonly string[]): number =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;

/** Addresses that a process without the role `web` answers. */
const workerPaths = ['/healthz', '/readyz', '/metrics'];

/** Adds the hooks of every request. Their order matters. */
function addHooks(
  server: ApiServer,
  {
    config,
    requestQueues,
    stopping,
  }: { config: Config; requestQueues: RequestQueues; stopping: AbortSignal },
) {
  const https = isHttps(config);
  const page = new URL(config.publicUrl).origin;
  const isWeb = config.roles.includes('web');
  const origins = { page, api: config.apiBaseUrl ? new URL(config.apiBaseUrl).origin : page };
  // Callbacks are used, because a promise would delay every request.
  server.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply, { https });
    if (allowPages(request, reply, origins)) return;
    if (stopping.aborted) throw new AppError('unavailable', 'the server is stopping');
    if (!isWeb && !workerPaths.includes(readTarget(request.raw.url).path)) {
      reply.code(404).type('text/plain').send('This process does not have the role "web".\n');
      return;
    }
    if (!request.headers.host && request.raw.httpVersion === '1.1') {
      throw new AppError('invalid_request', 'the request has no Host header');
    }
    if (countHosts(request.raw.rawHeaders) > 1) {
      throw new AppError('invalid_request', 'the request has more than one Host header');
    }
    if (isCall(readTarget(request.raw.url).path)) refuseForeign(request, origins);
    done();
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    requestQueues.leave(request.raw);
    endSlowAnswer(reply);
    done(null, payload);
  });
  server.addHook('preParsing', (request, _reply, payload, done) => {
    const isOwn = request.routeOptions.config.readsBody === true;
    const passesOn = isOwn || !hasUnreadBody(request);
    done(null, passesOn ? payload : withinDeadline(payload as Readable));
  });
}

/**
 * Creates Fastify without routes, but with limits, security headers and failures in the envelope.
 * @returns `stopping`, a signal that aborts when the server closes
 */
export function createServer(parts: ServerParts): {
  server: ApiServer;
  requestQueues: RequestQueues;
  stopping: AbortSignal;
} {
  const { config, logger, log, words, answerBadUrl } = parts;
  const https = isHttps(config);
  const trust = trustedProxies(config.trustProxy);
  const requestQueues = createRequestQueues((request) => rawClientAddress(request, trust));
  const server: ApiServer = Fastify({
    loggerInstance: logger,
    logController: log,
    trustProxy: config.trustProxy === false ? false : trust,
    bodyLimit,
    // While the server closes, the onRequest hook answers requests in the envelope.
    return503OnClosing: false,
    // This option is not needed, because Node closes idle connections after the waiting requests
    // were answered.
    forceCloseConnections: false,
    serverFactory: (handler) => listenWith(handler, parts, requestQueues),
    genReqId: newRequestId,
    // This is enough for an email address of 254 characters, even if each character is
    // percent-encoded.
    routerOptions: { maxParamLength: 800 },
    clientErrorHandler: (error, socket) =>
      answerClientError(error, socket as Socket, {
        https,
        words: (code) => words(code, undefined),
      }),
    // Headers are set here, because the hooks do not run if the router fails.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(request, reply, { https });
      answerBadUrl(error, request, reply).catch((cause) => reply.send(cause));
    },
  });
  server.decorate('wordsOf', words);
  server.decorate('refusesUndeclared', config.runEnv !== 'production');
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializeOnce);
  server.setErrorHandler(sendFailure);
  const stopping = new AbortController();
  server.addHook('preClose', async () => stopping.abort());
  addHooks(server, { config, requestQueues, stopping: stopping.signal });
  return { server, requestQueues, stopping: stopping.signal };
}
