import type { FastifyBaseLogger } from 'fastify';
import type { RuntimeConfig } from '../../contract/runtime-config.ts';
import { type Locale, localisePath } from '../../machines/model/locale.ts';
import { exportPath } from '../accounts/account.routes.ts';
import { createAccounts } from '../accounts/accounts.ts';
import { createFirebase, noProvider } from '../accounts/identity-provider.ts';
import type { HashCost } from '../accounts/password-hashes.ts';
import { createContact } from '../contact/contact.ts';
import { createAllowances } from '../credits/allowance.ts';
import { createLedger } from '../credits/ledger.ts';
import type { Engine } from '../engine/engine.port.ts';
import { createEmailCodes } from '../mail/email-codes.ts';
import type { Mailer } from '../mail/mailer.port.ts';
import { openMail } from '../mail/open-mail.ts';
import { createUnsubscribe } from '../mail/unsubscribe.ts';
import { createOperator } from '../operator/operator.ts';
import { createOperatorSessions } from '../operator/operator-session.ts';
import { webhookPath } from '../orders/payment-webhook.routes.ts';
import { createPayments } from '../orders/payments.ts';
import { createGuests } from '../owners/guests.ts';
import { createNetworkNames } from '../owners/principal.ts';
import { loadPages } from '../pages/pages.ts';
import { type Config, ConfigError } from '../platform/config/config.ts';
import { retentionWords } from '../platform/config/retention-words.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { claimInstallation } from '../platform/database/installation.store.ts';
import type { ApiServer } from '../platform/http/api-server.ts';
import type { JobQueue } from '../platform/queue/job-queue.port.ts';
import { startPgBossQueue } from '../platform/queue/pg-boss-queue.ts';
import { createDiskStorage } from '../platform/storage/disk/disk-storage.ts';
import { freeBytesOf } from '../platform/storage/disk/free-space.ts';
import { openProviders } from '../providers/open-providers.ts';
import { createSandbox, type Sandbox } from '../providers/sandbox/sandbox.ts';
import { createOrphanFiles } from '../tasks/orphan-files.ts';
import { createPreviews } from '../tasks/previews.ts';
import { createQueueBoard } from '../tasks/queue-board.ts';
import { createRecordFiles } from '../tasks/record-files.ts';
import { createRecordSignals } from '../tasks/record-signals.ts';
import { createRecords } from '../tasks/records.ts';
import { createRegionSearches } from '../tasks/region-searches.ts';
import { createReminders } from '../tasks/reminders.ts';
import type { LiveProgressMap } from '../tasks/task-progress.ts';
import { createTaskRunner } from '../tasks/task-runner.ts';
import { callForTasks, workOnTasks } from '../tasks/task-workers.ts';
import { createTasks } from '../tasks/tasks.ts';
import { createUnfinishedWork } from '../tasks/unfinished-work.ts';
import { createUploads } from '../uploads/uploads.ts';
import { createApp } from './app.ts';
import { createSweeper } from './sweeper.ts';

const sweepEveryMs = 60_000;
const orphansEveryMs = 6 * 3_600_000;

export type Parts = {
  config: Config;
  logger: FastifyBaseLogger;
  /** already locked for this process */
  dataDir: { path: string; instanceId: string };
  database: OpenDatabase;
  engine: Engine;
  /** folder `client` of a build */
  clientDir: string;
  /** client folders of earlier builds, newest first */
  earlierDirs?: readonly string[] | undefined;
  now?: () => Date;
  freeBytes?: (directory: string) => Promise<number>;
  /** replaces the queue in the database */
  jobs?: JobQueue;
  /** wraps the mailer, to observe every mail */
  throughMailer?: (mailer: Mailer) => Mailer;
  /** cost of a password hash; tests use a lower one */
  hashCost?: HashCost;
  /** Binds the port before any task changes, so that a failure has no effects. */
  listen?: (app: ApiServer) => Promise<void>;
};

export type Server = {
  app: ApiServer;
  /** null without play money */
  sandbox: Sandbox | null;
  /** a sentence for the log if the pages were not built, or null */
  pagesMissing: string | null;
  /** Runs the sweep of every minute now. */
  sweep(): Promise<void>;
  /** Removes files without a row; runs after the start and every six hours. */
  removeOrphans(): Promise<number>;
  /** Answers waiting requests, hands running tasks back and closes all resources. */
  stop(): Promise<void>;
};

const firebaseForBrowser = ({ keysUrl: _keysUrl, ...browsers }: NonNullable<Config['firebase']>) =>
  browsers;

const runtimeConfigOf = (config: Config): RuntimeConfig => ({
  runEnv: config.runEnv,
  apiBaseUrl: config.apiBaseUrl,
  websiteId: config.websiteId,
  product: config.product,
  company: config.company,
  address: config.address,
  email: config.email,
  retention: retentionWords(config.retentionDays),
  ...(config.firebase ? { firebase: firebaseForBrowser(config.firebase) } : {}),
  ...(config.trackers ? { trackers: config.trackers } : {}),
});

/** Minimum time for open requests at a stop: a slow upload must not delay it longer. */
const answerMs = 1000;

async function closeApp(app: ApiServer, graceMs: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), graceMs + answerMs);
  await app.close();
  clearTimeout(timer);
}

function providerOf({ firebase }: Config, now: () => Date) {
  if (!firebase) return noProvider;
  const { projectId, keysUrl, emulatorHost } = firebase;
  return createFirebase({ projectId, keysUrl, isEmulated: emulatorHost !== null }, now);
}

/** Photos are in the data directory, so this server could not show any of another directory. */
const foreignDatabase =
  'DATABASE_URL: the database belongs to another data directory. Set DATA_DIR to that one, or use ' +
  'an empty database. If the directory is lost for good and its photos with it, empty the table ' +
  '"installation"; the next start then takes the database over.';

/**
 * Delivers the sandbox's messages inside this process, through the webhook route but without a
 * network.
 */
async function deliverWithin(
  app: ApiServer | undefined,
  payload: string,
  headers: Record<string, string>,
): Promise<number> {
  if (!app) throw new Error('the server does not listen yet');
  const url = `${webhookPath}/sandbox`;
  return (await app.inject({ method: 'POST', url, headers, payload })).statusCode;
}

/** Address to which a buyer returns. The code selects the order to show but grants no access. */
function returnUrl(publicUrl: string, path: string, code: string, locale: Locale): string {
  const url = new URL(localisePath(path, locale), publicUrl);
  url.searchParams.set('order', code);
  return url.href;
}

/** Connects the parts, listens if `listen` is given, and starts the background work. */
export async function compose(parts: Parts): Promise<Server> {
  const { config, logger, dataDir, database, engine } = parts;
  const { now = () => new Date(), freeBytes = freeBytesOf } = parts;
  const { db } = database;
  if (!(await claimInstallation(db, dataDir.instanceId, now()))) {
    throw new ConfigError([foreignDatabase]);
  }
  const onError = (error: unknown, task?: string) => logger.error({ err: error, task }, 'task');

  const storage = await createDiskStorage({
    directory: dataDir.path,
    secret: config.storageSecret,
    publicUrl: config.publicUrl,
    baseUrl: config.apiBaseUrl,
  });
  const pages = await loadPages({
    clientDir: parts.clientDir,
    earlierDirs: parts.earlierDirs ?? [],
    config: { runtime: runtimeConfigOf(config), publicUrl: config.publicUrl },
  });
  const jobs =
    parts.jobs ??
    (await startPgBossQueue(database.source, {
      // With pauses a task may take twice its working time.
      expireMs: 2 * config.taskDeadlineMs + 60_000,
      onError: (error) => logger.error({ err: error }, 'job queue'),
    }));

  const unsubscribe = createUnsubscribe(db, {
    secret: storage.signingKey.secret,
    publicUrl: config.publicUrl,
    now,
  });
  const mail = await openMail({ config, db, jobs, unsubscribe, now, logger });
  const signals = createRecordSignals();
  const live: LiveProgressMap = new Map();
  const { instanceId } = dataDir;
  const { workDir } = storage;
  const board = createQueueBoard({ db, signals, onError });
  const callWorkers = () => callForTasks(jobs);
  const unfinished = createUnfinishedWork(db, dataDir.path);
  const files = createRecordFiles({ db, storage, unfinished });
  const guests = createGuests(db, {
    now,
    secret: storage.signingKey.secret,
    newGuestsPerAddress: config.limits.newGuestsPerAddress,
  });
  const mailer = (parts.throughMailer ?? ((given) => given))(mail.mailer);
  const contact = createContact({
    db,
    mailer,
    now,
    supportAddress: config.email,
    messagesPerHour: config.limits.contactMessagesPerHour,
  });
  const uploads = createUploads({ db, storage, engine, guests, limits: config.limits, now });
  const runner = createTaskRunner({
    db,
    engine,
    storage,
    files,
    signals,
    board,
    live,
    workDir,
    unfinished,
    instanceId,
    now,
    onError,
    deadlineMs: config.taskDeadlineMs,
  });
  const accounts = createAccounts({
    db,
    mailer,
    guests,
    storage,
    runner,
    files,
    signals,
    workDir,
    now,
    onError,
    product: config.product,
    hashCost: parts.hashCost,
    provider: providerOf(config, now),
    secret: storage.signingKey.secret,
    limits: config.limits,
    welcomeCredits: config.welcomeCredits,
    startPage: (locale) => `${config.publicUrl}${localisePath('/', locale)}`,
    linkOf: (secret) => `${config.apiBaseUrl || config.publicUrl}${exportPath}/${secret}`,
    fileName: `${config.product}.zip`,
    callWorker: (id) => jobs.send('account.export', id),
  });
  const tasks = createTasks({
    db,
    engine,
    uploads,
    callWorkers,
    runner,
    files,
    signals,
    board,
    now,
    onError,
    settings: config,
  });
  const records = createRecords({ db, signals, live, board });
  let deliverTo: ApiServer | undefined;
  const sandbox = config.payments.providers.includes('sandbox')
    ? createSandbox({
        db,
        now,
        onError,
        publicUrl: config.publicUrl,
        secret: storage.signingKey.secret,
        deliver: (body, headers) => deliverWithin(deliverTo, body, headers),
      })
    : null;
  const providers = await openProviders(config.payments, {
    publicUrl: config.publicUrl,
    sandbox,
    now,
  });
  const payments = createPayments({
    db,
    mailer,
    now,
    onError,
    product: config.product,
    list: config.payments.prices,
    providers,
    codes: createEmailCodes({ secret: storage.signingKey.secret, limits: config.limits, now }),
    returnUrl: (path, code, locale) => returnUrl(config.publicUrl, path, code, locale),
  });
  const sweeper = createSweeper({
    db,
    callWorkers,
    runner,
    uploads,
    files,
    unfinished,
    signals,
    accounts,
    instanceId,
    now,
    mails: mail.worker,
    payments,
    reminders: createReminders({ db, mailer, retentionDays: config.retentionDays, now }),
    onError: (error, step) => logger.error({ err: error, step }, 'sweep'),
  });
  const orphans = createOrphanFiles({ db, storage, onError });
  const searches = createRegionSearches({ engine, uploads, storage });
  const app = await createApp({
    payments,
    sandbox,
    operator: createOperator({ db, providers, now, sendRefunds: payments.sweeps.refunds }),
    operatorSessions: (token) => createOperatorSessions(db, token, now),
    config,
    logger,
    engine,
    storage,
    guests,
    accounts,
    uploads,
    searches,
    previews: createPreviews({ engine }),
    tasks,
    records,
    pages,
    now,
    outbox: mail.outbox,
    unsubscribe,
    contact,
    freeBytes,
    networkOf: createNetworkNames(instanceId),
    ledger: createLedger({ db, now }),
    allowanceOf: createAllowances({ db, limit: config.guestDailyCredits, now }),
  });

  deliverTo = app;

  let sweeping: Promise<unknown> = Promise.resolve();
  const queue = (work: () => Promise<unknown>) => {
    sweeping = sweeping.then(work).catch(onError);
  };
  const timers = [
    setInterval(queue, sweepEveryMs, sweeper.sweep),
    setInterval(queue, orphansEveryMs, orphans.remove),
  ];

  async function stop() {
    for (const timer of timers) clearInterval(timer);
    await Promise.all([closeApp(app, config.stopGraceMs), runner.stop(config.stopGraceMs)]);
    await sweeping;
    await mail.worker.stop();
    await board.close();
    await jobs.stop();
    await database.close();
    // Last: native code is slow to shut down, and everything is saved by now.
    await engine.close();
  }

  try {
    const recover = await sweeper.findInterrupted();
    await parts.listen?.(app);
    await recover();
    await workOnTasks(jobs, runner, config.engineWorkers);
    await mail.start();
    await jobs.work('account.export', 1, (id) => accounts.exports.make(id).catch(onError));
    await sweeper.sweep();
    queue(orphans.remove);
  } catch (error) {
    await stop().catch(onError);
    throw error;
  }
  const { sweep } = sweeper;
  const { remove: removeOrphans } = orphans;
  return { app, sandbox, pagesMissing: pages.missing, sweep, removeOrphans, stop };
}
