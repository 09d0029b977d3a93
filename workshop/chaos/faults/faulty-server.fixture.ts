import { subscribe } from 'node:diagnostics_channel';
import { readdirSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { and, desc, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { type RunningServer, runServer } from '../../../server/composition/process.ts';
import { creditLines, creditLots, purses } from '../../../server/credits/credits.schema.ts';
import type { Engine } from '../../../server/engine/engine.port.ts';
import { createFakeEngine } from '../../../server/engine/testing/fake-engine.fixture.ts';
import { mails, outbox } from '../../../server/mail/mail.schema.ts';
import { guests, owners, users } from '../../../server/owners/owners.schema.ts';
import { readConfig } from '../../../server/platform/config/config.ts';
import { createLogger } from '../../../server/platform/log/logger.ts';
import { tasks } from '../../../server/tasks/tasks.schema.ts';
import { uploads } from '../../../server/uploads/uploads.schema.ts';

import type { DieAt, FromServer, Kept, StartMessage, ToServer } from './messages.ts';

/* The server as a process that loads, waits for the order to start, and dies at the given point. */

let deadly: DieAt | null = null;
subscribe('lightwell:write-point', (name) => {
  const at = deadly;
  if (!at || name !== at.point) return;
  if (at.passes === 0) process.kill(process.pid, 'SIGKILL');
  at.passes -= 1;
});

/** Jobs of the fake engine last long enough to be interrupted. */
const jobMs = 60;

function openFakeEngine(): Engine {
  const engine = createFakeEngine();
  engine.behave(async () => {
    await wait(jobMs);
    return 'succeed';
  });
  return engine;
}

async function openRealEngine(dataDir: string): Promise<Engine> {
  const { createEngine } = await import('../../../server/engine/engine.ts');
  return await createEngine({
    modelsDir: fileURLToPath(new URL('../../../models/built', import.meta.url)),
    places: 2,
    memoryMegabytes: 2000,
    timingsPath: join(dataDir, 'timings.json'),
  });
}

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

let startedAt = 0;

/** Unused temporary files; the engine's measurement files are in use while their process lives. */
function unusedIn(folder: string): string[] {
  const isOfThisProcess = (name: string) =>
    name.startsWith('lightwell-calibration-') &&
    (statSync(join(folder, name), { throwIfNoEntry: false })?.birthtimeMs ?? startedAt) >=
      startedAt;
  return readdirSync(folder).filter((name) => !isOfThisProcess(name));
}

async function look({ database: { db } }: RunningServer, dataDir: string): Promise<Kept> {
  const rows = await db.select().from(tasks);
  const lines = await db
    .select({
      taskId: creditLines.taskId,
      kind: creditLines.kind,
      amount: creditLines.amount,
      lotId: creditLines.lotId,
      day: creditLines.day,
    })
    .from(creditLines);
  const lots = await db
    .select({ id: creditLots.id, ownerId: purses.ownerId, source: creditLots.source })
    .from(creditLots)
    .innerJoin(purses, eq(purses.id, creditLots.purseId));
  const halfOwners = await db
    .select({ id: owners.id })
    .from(owners)
    .leftJoin(purses, eq(purses.ownerId, owners.id))
    .leftJoin(guests, eq(guests.ownerId, owners.id))
    .leftJoin(users, eq(users.ownerId, owners.id))
    // After a merge, or a deletion on the first day, only the owner row remains.
    .where(
      and(
        isNull(owners.mergedInto),
        or(isNull(owners.closedAt), isNotNull(purses.id)),
        or(isNull(purses.id), and(isNull(guests.ownerId), isNull(users.ownerId))),
      ),
    );
  return {
    tasks: rows.map((row) => ({
      id: row.id,
      ownerId: row.ownerId,
      idempotencyKey: row.idempotencyKey,
      status: row.status,
      credits: row.credits,
      uploadKey: row.uploadKey,
      results: row.output
        ? [row.output.result, row.output.before, row.output.after, row.output.thumbnail].map(
            ({ key }) => key,
          )
        : [],
      isDeleted: row.deletedAt !== null,
      areFilesRemoved: row.filesRemoved,
      crashes: row.crashes,
    })),
    lines: lines.map(({ day, ...line }) => ({
      ...line,
      taskId: line.taskId ?? '',
      source: line.lotId ?? day ?? '',
    })),
    lots,
    uploads: await db.select({ key: uploads.key, state: uploads.state }).from(uploads),
    halfOwners: halfOwners.map(({ id }) => id),
    mails: await db.select({ cause: mails.cause, state: mails.state }).from(mails),
    delivered: await db.select({ text: outbox.text }).from(outbox),
    files: filesBelow(join(dataDir, 'files')),
    temporary: [...unusedIn(join(dataDir, 'work')), ...readdirSync(join(dataDir, 'unfinished'))],
  };
}

/** The newest code in the outbox, or in a mail that is not in it yet. */
async function findCode({ database: { db } }: RunningServer, address: string) {
  const [sent] = await db
    .select({ subject: outbox.subject })
    .from(outbox)
    .where(eq(outbox.address, address))
    .orderBy(desc(outbox.id))
    .limit(1);
  return /\b\d{3} ?\d{3}\b/.exec(sent?.subject ?? '')?.[0].replace(' ', '') ?? null;
}

const tell = (message: FromServer) => void process.send?.(message);

async function start({ env, engine, aheadMs: ahead, dieAt }: StartMessage): Promise<void> {
  startedAt = Date.now();
  let aheadMs = ahead;
  deadly = dieAt;
  const config = readConfig(env);
  const { dataDir } = config;
  const server = await runServer({
    config,
    logger: createLogger(config.logLevel),
    clientDir: join(dataDir, 'client'),
    now: () => new Date(Date.now() + aheadMs),
    openEngine: async () => (engine === 'real' ? await openRealEngine(dataDir) : openFakeEngine()),
  });
  const doWhatIsDue = async () => {
    await server.sweep();
    await server.removeOrphans();
  };
  process.on('message', async (message: ToServer) => {
    if (message.kind === 'dieAt') deadly = message.dieAt;
    if (message.kind === 'sweep') {
      aheadMs = message.aheadMs;
      await doWhatIsDue();
      tell({ kind: 'swept' });
    }
    if (message.kind === 'look') {
      await doWhatIsDue();
      tell({ kind: 'kept', kept: await look(server, dataDir) });
    }
    if (message.kind === 'findCode') {
      const { address } = message;
      tell({ kind: 'code', address, code: await findCode(server, address) });
    }
  });
  tell({ kind: 'listening', port: (server.app.server.address() as AddressInfo).port });
}

process.once('message', (message: ToServer) => {
  if (message.kind === 'start') void start(message);
});
tell({ kind: 'loaded' });
