import { createWriteStream } from 'node:fs';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { creditColumns, creditRow } from '../credits/credits.presenter.ts';
import { type Row, toCsv } from '../credits/csv.ts';
import { wholeLedger } from '../credits/ledger.store.ts';
import { hashOfAddress } from '../mail/address-hash.ts';
import { isUnsubscribed } from '../mail/mails.store.ts';
import { listOrders, type Order } from '../orders/orders.store.ts';
import type { Sessions } from '../owners/sessions.ts';
import { providersOf, type User } from '../owners/users.store.ts';
import type { Database } from '../platform/database/database.ts';
import type { Storage, StoredFile } from '../platform/storage/storage.port.ts';
import type { Task } from '../tasks/tasks.store.ts';
import { resultNameOf, stemOf } from '../uploads/photo-name.ts';
import { allTasksOf } from './account-exports.store.ts';

/** Maximum number of exported orders. No user has more orders. */
const mostOrders = 100_000;

const recordColumns = [
  ...['id', 'createdAt', 'finishedAt', 'expiresAt', 'function', 'options', 'status', 'reason'],
  ...['credits', 'name', 'photo', 'result'],
];

const orderColumns = [
  ...['code', 'createdAt', 'paidAt', 'status', 'product', 'credits', 'amount', 'currency', 'tax'],
  ...['country', 'autoRenew', 'receipt'],
];

/** Amounts are in the minor unit of the currency. */
const orderRow = (order: Order): Row => ({
  code: order.code,
  createdAt: order.createdAt.toISOString(),
  paidAt: order.paidAt?.toISOString() ?? null,
  status: order.status,
  product: order.productCode,
  credits: order.credits,
  amount: order.amount,
  currency: order.currency,
  tax: order.tax,
  country: order.country,
  autoRenew: String(order.autoRenew),
  receipt: order.receiptNumber,
});

const accountColumns = [
  ...['id', 'email', 'createdAt', 'hasPassword', 'locale', 'reminders', 'providers'],
];

type ExportedAccount = Pick<User, 'email' | 'createdAt' | 'locale'> & {
  id: string;
  hasPassword: boolean;
  reminders: boolean;
  providers: string[];
};

const accountRow = ({ id, email, createdAt, locale, ...rest }: ExportedAccount): Row => ({
  id,
  email,
  createdAt: createdAt.toISOString(),
  locale,
  hasPassword: String(rest.hasPassword),
  reminders: String(rest.reminders),
  providers: rest.providers.join(' '),
});

/**
 * Returns the name of a record's photo in the archive. Each photo has its own folder, because
 * photos may share a name.
 */
const photoOf = (task: Task) =>
  task.photoName === null
    ? `photos/${task.id}${extname(task.uploadKey)}`
    : `photos/${task.id}/${stemOf(task.photoName)}${extname(task.uploadKey)}`;

function resultOf(task: Task): string | null {
  if (!task.output) return null;
  const { result } = task.output;
  const extension = extname(result.key);
  return task.photoName === null
    ? `results/${task.id}${extension}`
    : `results/${task.id}/${resultNameOf(task.photoName, { task, result }, extension)}`;
}

const recordRow = (task: Task): Row => ({
  id: task.id,
  createdAt: task.createdAt.toISOString(),
  finishedAt: task.finishedAt?.toISOString() ?? null,
  expiresAt: task.expiresAt.toISOString(),
  function: task.code,
  options: JSON.stringify(task.options),
  status: task.status,
  reason: task.reason,
  credits: task.credits,
  name: task.photoName,
  photo: photoOf(task),
  result: resultOf(task),
});

export type ExportSource = {
  db: Database;
  storage: Pick<Storage, 'head' | 'read'>;
  sessions: Pick<Sessions, 'list'>;
};

function createArchive() {
  const zip = new ZipFile();
  const failed = Promise.withResolvers<never>();
  // A file that is removed while it is read would otherwise leave the archive open forever.
  zip.on('error', failed.reject);
  failed.promise.catch(() => {});
  return {
    addText: (name: string, text: string) => zip.addBuffer(Buffer.from(text), name),
    addTable(name: string, columns: string[], rows: Row[]) {
      this.addText(`${name}.json`, `${JSON.stringify(rows, null, 2)}\n`);
      this.addText(`${name}.csv`, toCsv(columns, rows));
    },
    // The file is read when it is written to the archive. Images are compressed already.
    addFile(name: string, { bytes, modifiedAt }: StoredFile, read: () => Promise<Readable>) {
      const options = { size: bytes, mtime: modifiedAt, compress: false };
      zip.addReadStreamLazy(name, options, (use) => {
        read().then((stream) => use(null, stream.on('error', failed.reject)), failed.reject);
      });
    },
    async write(path: string) {
      zip.end();
      await Promise.race([pipeline(zip.outputStream, createWriteStream(path)), failed.promise]);
    },
  };
}

/** Writes all data of a user to a zip file. Skips records that are deleted in the meantime. */
export async function writeArchive(
  { db, storage, sessions }: ExportSource,
  user: User,
  path: string,
): Promise<void> {
  const { ownerId, email, locale, createdAt } = user;
  const archive = createArchive();
  const places = await sessions.list(ownerId);
  const account = {
    id: ownerId,
    email,
    createdAt,
    hasPassword: user.passwordHash !== null,
    locale,
    reminders: !(await isUnsubscribed(db, hashOfAddress(email))),
    providers: await providersOf(db, ownerId),
    sessions: places.map((place) => ({
      device: place.device,
      createdAt: place.createdAt,
      lastSeenAt: place.lastSeenAt,
    })),
  };
  archive.addText('account.json', `${JSON.stringify(account, null, 2)}\n`);
  archive.addText('account.csv', toCsv(accountColumns, [accountRow(account)]));
  const tasks = await allTasksOf(db, ownerId);
  archive.addTable('records', recordColumns, tasks.map(recordRow));
  const lines = await wholeLedger(db, ownerId);
  archive.addTable('credits', creditColumns, lines.map(creditRow));
  const bought = await listOrders(db, { ownerId, offset: 0, limit: mostOrders });
  archive.addTable('orders', orderColumns, bought.map(orderRow));
  for (const task of tasks) {
    const result = resultOf(task);
    const files = [[task.uploadKey, photoOf(task)]];
    if (task.output && result) files.push([task.output.result.key, result]);
    for (const [key = '', name = ''] of files) {
      const found = await storage.head(key);
      if (found) archive.addFile(name, found, () => storage.read(key));
    }
  }
  await archive.write(path);
}
