import { setTimeout as wait } from 'node:timers/promises';
import { openAccounts } from '../accounts/accounts.feature.ts';
import type { HashCost } from '../accounts/password-hashes.ts';
import { openContact } from '../contact/contact.feature.ts';
import { openCredits } from '../credits/credits.feature.ts';
import type { Engine } from '../engine/engine.port.ts';
import { openHealth } from '../health/health.feature.ts';
import { openMail } from '../mail/mail.feature.ts';
import type { Mailer } from '../mail/mailer.port.ts';
import { openOperator } from '../operator/operator.feature.ts';
import { openOrders } from '../orders/orders.feature.ts';
import { openOwners } from '../owners/owners.feature.ts';
import { openPages } from '../pages/pages.feature.ts';
import { loadPages } from '../pages/pages.ts';
import { createBackground } from '../platform/background.ts';
import { runtimeConfigOf } from '../platform/config/runtime-config.ts';
import type { ApiServer } from '../platform/http/api-server.ts';
import { closeServer } from '../platform/http/close-server.ts';
import { purgeLimits } from '../platform/limits/limits.store.ts';
import { bucketAddress } from '../platform/storage/s3/bucket-address.ts';
import { openPricing } from '../pricing/pricing.feature.ts';
import type { Sandbox } from '../providers/sandbox/sandbox.ts';
import { openTasks } from '../tasks/tasks.feature.ts';
import { openUploads } from '../uploads/uploads.feature.ts';
import { openPlatform, type PlatformParts } from './open-platform.ts';

export type Parts = PlatformParts & {
  engine: Engine;
  /** folder `client` of the build */
  clientDir: string;
  /** lists the client folders of other builds that are served, newest first */
  otherBuilds?: (() => readonly string[]) | undefined;
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
  /** Drains the server, answers waiting requests, returns running tasks to the queue, and closes all resources. */
  stop(): Promise<void>;
};

/** Opens all features, listens if `listen` is given, and starts the background work. */
export async function compose(parts: Parts): Promise<Server> {
  const { config, database, engine, hashCost, throughMailer = (mailer) => mailer } = parts;
  const pages = await loadPages({
    clientDir: parts.clientDir,
    otherBuilds: parts.otherBuilds,
    config: {
      runtime: runtimeConfigOf(config),
      publicUrl: config.publicUrl,
      store: config.s3 ? bucketAddress(config.s3.publicEndpoint, config.s3).origin : undefined,
    },
  });
  const platform = await openPlatform(parts, pages);
  const { server, bus, workers, tracing, onError } = platform;

  const owners = openOwners(platform);
  const mail = await openMail(platform, throughMailer);
  const { mailer } = mail;
  const credits = openCredits(platform, owners);
  const uploads = openUploads(platform, { engine, owners });
  const tasks = openTasks(platform, { engine, owners, uploads: uploads.uploads, mailer });
  const orders = await openOrders(platform, { owners, mailer });
  const { payments, shopCountry } = orders;
  const { plans, prices } = payments;
  const accounts = openAccounts(platform, { owners, mailer, credits, tasks, plans, hashCost });
  openContact(platform, mailer);
  openHealth(platform);
  openOperator(platform, orders);
  const pricePageOf = await openPricing(platform, { engine, prices, shopCountry });
  await openPages(platform, pages, pricePageOf);
  await server.ready();

  const background = createBackground(platform, {
    features: [
      ...[tasks, mail, accounts, owners, credits, uploads, orders],
      { sweep: { 'purge of limits': () => purgeLimits(platform.db) } },
    ],
    removeOrphans: tasks.removeOrphans,
  });

  async function stop() {
    platform.draining.abort();
    await background.stop(async () => {
      // Proxies learn from /readyz to send no more requests, while running tasks end.
      if (server.server.listening) await wait(config.stopDrainMs);
      await closeServer(server, config.stopGraceMs);
    });
    const flushed = tracing.stop();
    await workers.stop();
    await bus.close();
    await database.close();
    await flushed;
    // The engine is closed last, because its processes end slowly and all data is saved by now.
    await engine.close();
  }

  try {
    await background.start(async () => parts.listen?.(server));
  } catch (error) {
    await stop().catch(onError);
    throw error;
  }
  return {
    app: server,
    sandbox: orders.sandbox,
    pagesMissing: pages.missing,
    sweep: background.sweep,
    removeOrphans: tasks.removeOrphans,
    stop,
  };
}
