import fastifyCookie from '@fastify/cookie';
import fastifyRateLimit from '@fastify/rate-limit';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyBaseLogger } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Config } from './config.ts';
import type { Accounts } from './domain/accounts/accounts.ts';
import type { Allowance } from './domain/allowance.ts';
import { uploadLimits } from './domain/catalogue.ts';
import type { Contact } from './domain/contact.ts';
import type { Guests } from './domain/guests.ts';
import type { Ledger } from './domain/ledger.ts';
import type { Operator } from './domain/operator/operator.ts';
import type { Payments } from './domain/payments/payments.ts';
import type { Previews } from './domain/previews.ts';
import type { Owner } from './domain/principal.ts';
import type { Records } from './domain/records.ts';
import type { RegionSearches } from './domain/region-searches.ts';
import type { Tasks } from './domain/tasks.ts';
import type { Unsubscribe } from './domain/unsubscribe.ts';
import type { Uploads } from './domain/uploads.ts';
import type { Engine } from './engine/engine.port.ts';
import { AppError } from './errors.ts';
import { createServer, isHttps } from './http-server.ts';
import { RequestLog } from './logger.ts';
import type { Outbox } from './mail/outbox.ts';
import type { OperatorSessions } from './operator-session.ts';
import type { Pages } from './pages/pages.ts';
import type { Sandbox } from './payments/sandbox/sandbox.ts';
import { createRecordPresenter } from './presenters/record.presenter.ts';
import { registerAccountRoutes } from './routes/account.routes.ts';
import { registerAdminRoutes } from './routes/admin.routes.ts';
import { createArrivals, createLooks, createPolls } from './routes/admission.ts';
import { registerAiFunctionRoutes } from './routes/ai-function.routes.ts';
import type { ApiServer } from './routes/api-server.ts';
import { createBrowserCookie } from './routes/browser-cookie.ts';
import { clientAddress } from './routes/client-address.ts';
import { registerContactRoutes } from './routes/contact.routes.ts';
import { registerCreditsRoutes } from './routes/credits.routes.ts';
import { registerEntranceRoutes } from './routes/entrance.routes.ts';
import { registerEventLogRoutes } from './routes/event-log.routes.ts';
import { registerOrderRoutes } from './routes/orders.routes.ts';
import { registerOutboxRoutes } from './routes/outbox.routes.ts';
import { registerPageRoutes } from './routes/pages.routes.ts';
import { registerPaymentWebhooks } from './routes/payment-webhook.routes.ts';
import { createPrincipals } from './routes/principals.ts';
import { registerRecordRoutes } from './routes/records.routes.ts';
import { registerSandboxRoutes } from './routes/sandbox.routes.ts';
import { registerStorageRoutes } from './routes/storage.routes.ts';
import { registerSubscriptionRoutes } from './routes/subscription.routes.ts';
import { registerUnsubscribeRoutes } from './routes/unsubscribe.routes.ts';
import { registerUserRoutes } from './routes/user.routes.ts';
import { registerSessionRoutes, registerUserSessionRoutes } from './routes/user-session.routes.ts';
import type { DiskStorage } from './storage/disk/disk-storage.ts';
import { createSpaceGuard } from './storage/disk/free-space.ts';
import { loadWords } from './words.ts';

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
    pages,
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
