import fastifyCookie from '@fastify/cookie';
import fastifyRateLimit from '@fastify/rate-limit';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyBaseLogger } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { registerAccountRoutes } from '../accounts/account.routes.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { createBrowserCookie } from '../accounts/browser-cookie.ts';
import { registerUserRoutes } from '../accounts/user.routes.ts';
import {
  registerSessionRoutes,
  registerUserSessionRoutes,
} from '../accounts/user-session.routes.ts';
import { registerContactRoutes } from '../contact/contact.routes.ts';
import type { Contact } from '../contact/contact.ts';
import type { Allowance } from '../credits/allowance.ts';
import { registerCreditsRoutes } from '../credits/credits.routes.ts';
import type { Ledger } from '../credits/ledger.ts';
import type { Engine } from '../engine/engine.port.ts';
import { registerOutboxRoutes } from '../mail/outbox.routes.ts';
import type { Outbox } from '../mail/outbox.ts';
import { registerUnsubscribeRoutes } from '../mail/unsubscribe.routes.ts';
import type { Unsubscribe } from '../mail/unsubscribe.ts';
import { registerAdminRoutes } from '../operator/admin.routes.ts';
import type { Operator } from '../operator/operator.ts';
import type { OperatorSessions } from '../operator/operator-session.ts';
import { registerOrderRoutes } from '../orders/orders.routes.ts';
import { registerPaymentWebhooks } from '../orders/payment-webhook.routes.ts';
import type { Payments } from '../orders/payments.ts';
import type { Guests } from '../owners/guests.ts';
import type { Owner } from '../owners/principal.ts';
import { createPrincipals } from '../owners/principals.ts';
import { registerEventLogRoutes } from '../pages/event-log.routes.ts';
import { registerPageRoutes, sendBadUrl } from '../pages/pages.routes.ts';
import type { Pages } from '../pages/pages.ts';
import type { Config } from '../platform/config/config.ts';
import { AppError } from '../platform/errors.ts';
import { createArrivals, createLooks, createPolls } from '../platform/http/admission.ts';
import type { ApiServer } from '../platform/http/api-server.ts';
import { clientAddress } from '../platform/http/client-address.ts';
import { createServer, isHttps } from '../platform/http/http-server.ts';
import { loadWords } from '../platform/http/words.ts';
import { RequestLog } from '../platform/log/logger.ts';
import type { DiskStorage } from '../platform/storage/disk/disk-storage.ts';
import { createSpaceGuard } from '../platform/storage/disk/free-space.ts';
import { registerSandboxRoutes } from '../providers/sandbox/sandbox.routes.ts';
import type { Sandbox } from '../providers/sandbox/sandbox.ts';
import { registerSubscriptionRoutes } from '../subscriptions/subscription.routes.ts';
import { registerAiFunctionRoutes } from '../tasks/ai-function.routes.ts';
import { registerEntranceRoutes } from '../tasks/entrance.routes.ts';
import type { Previews } from '../tasks/previews.ts';
import { createRecordPresenter } from '../tasks/record.presenter.ts';
import { registerRecordRoutes } from '../tasks/records.routes.ts';
import type { Records } from '../tasks/records.ts';
import type { RegionSearches } from '../tasks/region-searches.ts';
import type { Tasks } from '../tasks/tasks.ts';
import { registerStorageRoutes } from '../uploads/storage.routes.ts';
import { uploadLimits } from '../uploads/upload-limits.ts';
import type { Uploads } from '../uploads/uploads.ts';

export type AppDeps = {
  config: Config;
  logger: FastifyBaseLogger;
  engine: Engine;
  storage: DiskStorage;
  guests: Guests;
  accounts: Accounts;
  uploads: Uploads;
  searches: RegionSearches;
  previews: Previews;
  tasks: Tasks;
  records: Records;
  /** returns the subnet of an address */
  networkOf: (address: string) => string;
  allowanceOf: (owner: Owner | null) => Promise<Allowance>;
  ledger: Ledger;
  payments: Payments;
  operator: Operator;
  /** @param token the operator's token */
  operatorSessions: (token: string) => OperatorSessions;
  /** null without play money */
  sandbox: Sandbox | null;
  pages: Pages;
  /** null if mails are not kept in the database */
  outbox: Outbox | null;
  unsubscribe: Unsubscribe;
  contact: Contact;
  now: () => Date;
  /** free bytes of the disk that contains the directory */
  freeBytes: (directory: string) => Promise<number>;
};

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

/** The whole HTTP side. It never listens: `main.ts` listens, and tests inject requests. */
export async function createApp(deps: AppDeps): Promise<ApiServer> {
  const { config, engine, storage, accounts, uploads, searches, tasks, records, pages, now } = deps;
  const log = new RequestLog(config.runEnv === 'production' ? 'info' : 'debug', clientAddress);
  const words = await loadWords(config);
  const { server, turns, stopping } = createServer({
    config,
    logger: deps.logger,
    log,
    words,
    answerBadUrl: (error, request, reply) => sendBadUrl(pages, error, request, reply),
  });
  await registerPlugins(server, config);

  const principals = createPrincipals({
    guests: deps.guests,
    sessions: accounts.sessions,
    secure: isHttps(config),
    networkOf: deps.networkOf,
    now,
  });
  const browser = createBrowserCookie(accounts.knownBrowsers, { secure: isHttps(config) });
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
  registerUserRoutes(server, {
    principals,
    account: accounts.account,
    allowanceOf: deps.allowanceOf,
    ledger: deps.ledger,
    statusOf: deps.payments.plans.statusOf,
  });
  registerCreditsRoutes(server, { principals, ledger: deps.ledger });
  registerUserSessionRoutes(server, {
    ...accounts,
    principals,
    browser,
    allowanceOf: deps.allowanceOf,
    networkOf: deps.networkOf,
    ledger: deps.ledger,
    statusOf: deps.payments.plans.statusOf,
    signInsPerMinute: config.limits.signInsPerMinute,
  });
  registerSessionRoutes(server, { principals, sessions: accounts.sessions });
  registerAccountRoutes(server, {
    ...accounts,
    principals,
    browser,
    signInsPerMinute: config.limits.signInsPerMinute,
  });
  const api = { principals, tasks, records, present, stopping };
  registerAiFunctionRoutes(server, {
    ...api,
    ...storing,
    uploads,
    searches,
    previews: deps.previews,
    look: createLooks(turns, config.limits.previewMsPerMinute),
  });
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
  registerContactRoutes(server, {
    contact: deps.contact,
    messagesPerHour: config.limits.contactMessagesPerHour,
  });
  registerUnsubscribeRoutes(server, {
    unsubscribe: deps.unsubscribe,
    requestsPerMinute: config.limits.requestsPerMinute,
  });
  const money = {
    principals,
    payments: deps.payments,
    networkOf: deps.networkOf,
    now,
    requestsPerMinute: config.limits.requestsPerMinute,
    signInsPerMinute: config.limits.signInsPerMinute,
  };
  registerOrderRoutes(server, money);
  registerSubscriptionRoutes(server, money);
  registerPaymentWebhooks(server, deps.payments);
  if (deps.sandbox) await registerSandboxRoutes(server, deps.sandbox, config.product);
  if (deps.outbox) registerOutboxRoutes(server, { outbox: deps.outbox, product: config.product });
  if (config.adminToken) {
    registerAdminRoutes(server, {
      operator: deps.operator,
      sessions: deps.operatorSessions(config.adminToken),
      token: config.adminToken,
      product: config.product,
      secure: isHttps(config),
      origin: new URL(config.publicUrl).origin,
    });
  }
  await registerPageRoutes(server, pages);
  await server.ready();
  return server;
}
