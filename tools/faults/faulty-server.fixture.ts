import { subscribe } from 'node:diagnostics_channel';
import { readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { readConfig } from '../../server/config.ts';
import { createFakeEngine } from '../../server/fake-engine.fixture.ts';
import { createLogger } from '../../server/logger.ts';
import { type RunningServer, runServer } from '../../server/process.ts';
import { creditLines, purses, tasks, uploads } from '../../server/store/schema.ts';
import type { Kept } from './kept.ts';

/*
 * The server as a process that dies where it is told. Tells its address over IPC; the message
 * `look` asks what it keeps, any other is a write point and how often it is passed before
 * (`task.claimed 2`).
 */
let deadly = { point: '', passes: 0 };
subscribe('lightwell:write-point', (name) => {
  if (name !== deadly.point) return;
  if (deadly.passes === 0) process.kill(process.pid, 'SIGKILL');
  deadly.passes -= 1;
});

/** Jobs last long enough to be interrupted. */
const jobMs = 60;

const config = readConfig(process.env);
const filesDir = join(config.dataDir, 'files');

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

async function look({ database: { db } }: RunningServer): Promise<Kept> {
  const rows = await db.select().from(tasks);
  const lines = await db
    .select({
      taskId: creditLines.taskId,
      ownerId: purses.ownerId,
      kind: creditLines.kind,
      amount: creditLines.amount,
    })
    .from(creditLines)
    .innerJoin(purses, eq(purses.id, creditLines.purseId));
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
    })),
    lines: lines.map((line) => ({ ...line, taskId: line.taskId ?? '' })),
    uploads: await db.select({ key: uploads.key, state: uploads.state }).from(uploads),
    files: filesBelow(filesDir),
    temporary: readdirSync(join(config.dataDir, 'work')),
  };
}

const server = await runServer({
  config,
  logger: createLogger(config.logLevel),
  clientDir: join(config.dataDir, 'client'),
  async openEngine() {
    const engine = createFakeEngine();
    engine.behave(async () => {
      await wait(jobMs);
      return 'succeed';
    });
    return engine;
  },
});

async function lookWhenDone() {
  await server.sweep();
  await server.removeOrphans();
  process.send?.({ kept: await look(server) });
}

process.on('message', (message) => {
  if (message === 'look') return void lookWhenDone();
  const [point = '', passes] = String(message).split(' ');
  deadly = { point, passes: Number(passes) };
});
process.send?.({ port: (server.app.server.address() as AddressInfo).port });
