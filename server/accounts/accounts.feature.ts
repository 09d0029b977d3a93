import { localisePath } from '../../machines/model/locale.ts';
import type { Credits } from '../credits/credits.feature.ts';
import type { Mailer } from '../mail/mailer.port.ts';
import type { Owners } from '../owners/owners.feature.ts';
import type { Config } from '../platform/config/config.ts';
import type { Platform } from '../platform/platform.ts';
import type { Step } from '../platform/sweeper.ts';
import type { Plans } from '../subscriptions/plans.ts';
import type { TasksFeature } from '../tasks/tasks.feature.ts';
import { exportPath, registerAccountRoutes } from './account.routes.ts';
import { queuedExports } from './account-exports.store.ts';
import { createAccounts } from './accounts.ts';
import { createBrowserCookie } from './browser-cookie.ts';
import { createFirebase, noProvider } from './identity-provider.ts';
import type { HashCost } from './password-hashes.ts';
import { registerUserRoutes } from './user.routes.ts';
import { registerSessionRoutes, registerUserSessionRoutes } from './user-session.routes.ts';

type AccountsStep = 'exports' | 'closed accounts' | 'purge of welcomes' | 'purge of sign-ins';

export type AccountsFeature = {
  sweep: Record<AccountsStep, Step>;
  /** Starts the work on requested exports. */
  start(): Promise<void>;
};

type Neighbours = {
  owners: Owners;
  mailer: Mailer;
  credits: Credits;
  tasks: TasksFeature;
  plans: Plans;
  /** cost of a password hash; tests use a lower cost */
  hashCost?: HashCost | undefined;
};

function providerOf({ firebase }: Config, now: () => Date) {
  if (!firebase) return noProvider;
  const { projectId, keysUrl, emulatorHost } = firebase;
  return createFirebase({ projectId, keysUrl, isEmulated: emulatorHost !== null }, now);
}

/** Opens the feature for sign-in, accounts, and their export and deletion. */
export function openAccounts(platform: Platform, neighbours: Neighbours): AccountsFeature {
  const { config, db, workers, storage, server, secret, secure, now, onError } = platform;
  const { owners, mailer, credits, tasks, plans } = neighbours;
  const { principals, subnetOf, sessions } = owners;
  const { limits } = config;
  const accounts = createAccounts({
    db,
    mailer,
    guests: owners.guests,
    sessions,
    storage,
    runner: tasks.runner,
    files: tasks.files,
    signals: tasks.signals,
    workDir: platform.workDir,
    leases: platform.leases,
    now,
    onError,
    product: config.product,
    hashCost: neighbours.hashCost,
    provider: providerOf(config, now),
    secret,
    limits,
    welcomeCredits: config.welcomeCredits,
    startPage: (locale) => `${config.publicUrl}${localisePath('/', locale)}`,
    linkOf: (key) => `${config.apiBaseUrl || config.publicUrl}${exportPath}/${key}`,
    fileName: `${config.product}.zip`,
    callWorker: async () => workers.call('exports'),
  });
  const { exports, deletion, welcome } = accounts;
  const routes = {
    ...accounts,
    principals,
    browser: createBrowserCookie(accounts.knownBrowsers, { secure }),
    allowanceOf: credits.allowanceOf,
    ledger: credits.ledger,
    subnetOf,
    statusOf: plans.statusOf,
    signInsPerMinute: limits.signInsPerMinute,
  };
  registerUserRoutes(server, routes);
  registerUserSessionRoutes(server, routes);
  registerSessionRoutes(server, { principals, sessions });
  registerAccountRoutes(server, routes);
  return {
    sweep: {
      exports: exports.sweep,
      'closed accounts': deletion.sweep,
      'purge of welcomes': () => welcome.purge(db),
      'purge of sign-ins': accounts.forgetOld,
    },
    async start() {
      workers.work('exports', 1, async () => {
        for (const id of await queuedExports(db)) await exports.make(id).catch(onError);
      });
    },
  };
}
