import { openAccounts } from '../accounts/accounts.feature.ts';
import type { HashCost } from '../accounts/password-hashes.ts';
import { openContact } from '../contact/contact.feature.ts';
import { openCredits } from '../credits/credits.feature.ts';
import type { Engine } from '../engine/engine.port.ts';
import { openMail } from '../mail/mail.feature.ts';
import type { Mailer } from '../mail/mailer.port.ts';
import { openOperator } from '../operator/operator.feature.ts';
import { openOrders } from '../orders/orders.feature.ts';
import { openOwners } from '../owners/owners.feature.ts';
import { registerEventLogRoutes } from '../pages/event-log.routes.ts';
import { registerPageRoutes } from '../pages/pages.routes.ts';
import { loadPages } from '../pages/pages.ts';
import { runtimeConfigOf } from '../platform/config/runtime-config.ts';
import type { ApiServer } from '../platform/http/api-server.ts';
import { createSweeper } from '../platform/sweeper.ts';
import type { Sandbox } from '../providers/sandbox/sandbox.ts';
import { openTasks } from '../tasks/tasks.feature.ts';
import { openUploads } from '../uploads/uploads.feature.ts';
import { openPlatform, type PlatformParts } from './open-platform.ts';

const sweepEveryMs = 60_000;
const orphansEveryMs = 6 * 3_600_000;

export type Parts = PlatformParts & {
  engine: Engine;
  /** folder `client` of the build */
  clientDir: string;
  /** client folders of earlier builds that are still served, newest first */
  earlierDirs?: readonly string[] | undefined;
  /** wraps the mailer, so that a test or tool can observe every mail */
  throughMailer?: (mailer: Mailer) => Mailer;
  /** cost of a password hash; lower in tests */
  hashCost?: HashCost;
  /**
   * Starts to listen for requests. Called before any task changes, so that a failure has no
   * effects.
   */
  listen?: (app: ApiServer) => Promise<void>;
};

export type Server = {
  app: ApiServer;
  /** null if play money is off */
  sandbox: Sandbox | null;
  /** a sentence for the log if the pages were not built, otherwise null */
  pagesMissing: string | null;
  /** Runs a sweep now; the server runs one every minute. */
  sweep(): Promise<void>;
  /** Removes files that no row refers to. Runs after the start and every six hours. */
  removeOrphans(): Promise<number>;
  /** Answers waiting requests, returns running tasks to the queue, and closes all resources. */
  stop(): Promise<void>;
};

/**
 * Time for open requests when the server stops, after the grace time of tasks. The connections of
 * these requests are then closed, so that a slow upload does not delay the stop.
 */
const answerMs = 1000;

async function closeApp(app: ApiServer, graceMs: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), graceMs + answerMs);
  await app.close();
  clearTimeout(timer);
}

/** Opens all features, listens if `listen` is given, and starts the background work. */
export async function compose(parts: Parts): Promise<Server> {
  const { config, logger, database, engine, throughMailer = (mailer) => mailer } = parts;
  const pages = await loadPages({
    clientDir: parts.clientDir,
    earlierDirs: parts.earlierDirs ?? [],
    config: { runtime: runtimeConfigOf(config), publicUrl: config.publicUrl },
  });
  const platform = await openPlatform(parts, pages);
  const { server, jobs, onError } = platform;

  const owners = openOwners(platform);
  const mail = await openMail(platform, throughMailer);
  const { mailer } = mail;
  const credits = openCredits(platform, owners);
  const uploads = openUploads(platform, { engine, owners });
  const tasks = openTasks(platform, { engine, owners, uploads: uploads.uploads, mailer });
  const orders = await openOrders(platform, { owners, mailer });
  const { plans } = orders.payments;
  const { hashCost } = parts;
  const accounts = openAccounts(platform, { owners, mailer, credits, tasks, plans, hashCost });
  openContact(platform, mailer);
  openOperator(platform, orders);
  registerEventLogRoutes(server, platform.requestLog);
  await registerPageRoutes(server, pages);
  await server.ready();

  const sweeper = createSweeper(
    {
      recovery: { ...tasks.recovery, ...uploads.recovery, ...mail.recovery },
      sweep: {
        ...owners.sweep,
        ...mail.sweep,
        ...credits.sweep,
        ...uploads.sweep,
        ...tasks.sweep,
        ...orders.sweep,
        ...accounts.sweep,
      },
    },
    (error, step) => logger.error({ err: error, step }, 'sweep'),
  );
  let sweeping: Promise<unknown> = Promise.resolve();
  const queue = (work: () => Promise<unknown>) => {
    sweeping = sweeping.then(work).catch(onError);
  };
  const timers = [
    setInterval(queue, sweepEveryMs, sweeper.sweep),
    setInterval(queue, orphansEveryMs, tasks.removeOrphans),
  ];

  async function stop() {
    for (const timer of timers) clearInterval(timer);
    await Promise.all([closeApp(server, config.stopGraceMs), tasks.stop(config.stopGraceMs)]);
    await sweeping;
    await mail.stop();
    await tasks.close();
    await jobs.stop();
    await database.close();
    // The engine is closed last, because its processes end slowly and all data is saved by now.
    await engine.close();
  }

  try {
    const recover = await sweeper.findInterrupted();
    await parts.listen?.(server);
    await recover();
    await tasks.start();
    await mail.start();
    await accounts.start();
    await sweeper.sweep();
    queue(tasks.removeOrphans);
  } catch (error) {
    await stop().catch(onError);
    throw error;
  }
  return {
    app: server,
    sandbox: orders.sandbox,
    pagesMissing: pages.missing,
    sweep: sweeper.sweep,
    removeOrphans: tasks.removeOrphans,
    stop,
  };
}
