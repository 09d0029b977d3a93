import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose, type Server } from '../composition/compose.ts';
import type { Engine } from '../engine/engine.port.ts';
import { createFakeEngine, type FakeEngine } from '../engine/testing/fake-engine.fixture.ts';
import type { Mail } from '../mail/mailer.port.ts';
import { readConfig } from '../platform/config/config.ts';
import { type OpenDatabase, openPostgres } from '../platform/database/database.ts';
import { openTestDatabase } from '../platform/database/testing/test-database.fixture.ts';
import { createLogger } from '../platform/log/logger.ts';
import { unlockedDataDir } from './data-dir.fixture.ts';
import { createVisitor, type Visitor } from './visitor.fixture.ts';

/**
 * Tolerance for times in tests, in milliseconds. The clock of the server continues during a test,
 * on a busy machine for seconds.
 */
export const clockLeeway = 30_000;

export type TestServer = Server & {
  processId: string;
  engine: FakeEngine;
  database: OpenDatabase;
  directory: string;
  clock: { advance(ms: number): void; now(): Date };
  /** log lines of the server at the configured level */
  logged: Record<string, unknown>[];
  /** mails written so far, oldest first */
  mails: Mail[];
  visitor(): Visitor;
};

/** Opens the database of another server with connections of its own, as another process does. */
function openAgain({ source }: OpenDatabase): Promise<OpenDatabase> {
  if (source.kind !== 'postgres') throw new Error('Only Postgres can be opened twice.');
  return openPostgres(source.url, () => {});
}

/**
 * Starts a whole server with a database of its own and a temporary directory. The caller must stop
 * it.
 */
export async function startTestServer(
  options: {
    env?: Record<string, string>;
    clientDir?: string;
    otherBuilds?: () => readonly string[];
    freeBytes?: () => Promise<number>;
    /** replaces the fake engine */
    engine?: Engine;
    /** server whose database and directory are shared. It must be stopped last */
    beside?: TestServer;
  } = {},
): Promise<TestServer> {
  const { beside } = options;
  const directory = beside?.directory ?? (await mkdtemp(join(tmpdir(), 'lightwell-test-')));
  const config = readConfig({ DATA_DIR: directory, STOP_GRACE_SECONDS: '0', ...options.env });
  const database = await (beside ? openAgain(beside.database) : openTestDatabase());
  const engine = createFakeEngine();
  const logged: Record<string, unknown>[] = [];
  const mails: Mail[] = [];
  let offset = 0;
  const now = () => new Date(Date.now() + offset);
  let addresses = 0;
  const dataDir = unlockedDataDir(directory);
  const server = await compose({
    config,
    logger: createLogger(config.logLevel, { write: (line) => logged.push(JSON.parse(line)) }),
    dataDir,
    database,
    engine: options.engine ?? engine,
    clientDir: options.clientDir ?? join(directory, 'client'),
    otherBuilds: options.otherBuilds,
    now,
    // This password hash is cheap, because the normal hash is slow on purpose.
    hashCost: { memory: 64, passes: 1, parallelism: 1 },
    throughMailer: (mailer) => ({
      ...mailer,
      async write(tx, mail) {
        await mailer.write(tx, mail);
        mails.push(mail);
      },
    }),
    ...(options.freeBytes ? { freeBytes: options.freeBytes } : {}),
  });
  return {
    ...server,
    processId: dataDir.processId,
    engine,
    database,
    directory,
    logged,
    mails,
    clock: {
      advance(ms) {
        offset += ms;
      },
      now,
    },
    visitor() {
      addresses += 1;
      return createVisitor(server, `10.0.0.${addresses}`);
    },
    async stop() {
      await server.stop();
      if (!beside) await rm(directory, { recursive: true, force: true });
    },
  };
}
