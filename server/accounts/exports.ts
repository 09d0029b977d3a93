import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mailer } from '../mail/mailer.port.ts';
import { hashOf } from '../owners/guests.ts';
import { lockOwner } from '../owners/owners.store.ts';
import { isSecret, newSecret } from '../owners/secrets.ts';
import { findUser } from '../owners/users.store.ts';
import { newId } from '../platform/ids.ts';
import type { Leases } from '../platform/process/leases.ts';
import type { Storage } from '../platform/storage/storage.port.ts';
import {
  type AccountExport,
  beginExport,
  deleteExport,
  findExportByLink,
  findRecentExport,
  finishExport,
  giveUpExports,
  insertExport,
  overdueExports,
  queuedExports,
} from './account-exports.store.ts';
import { type ExportSource, writeArchive } from './export-archive.ts';

const hourMs = 3_600_000;
/** Lifetime of the mailed link. */
const linkMs = 24 * hourMs;
/** An export fails after this many attempts. */
const maxAttempts = 5;

export type Exports = {
  /** Starts an export. Returns the existing export if it was requested within the last hour. */
  request(ownerId: string): Promise<AccountExport>;
  /** Makes a queued export and mails its link. */
  make(id: string): Promise<void>;
  /** Returns the URL of the export's file, or null if the secret is unknown or expired. */
  find(secret: string): Promise<string | null>;
  /** Calls workers for queued exports and removes expired exports. */
  sweep(): Promise<void>;
};

export type ExportsDeps = ExportSource & {
  mailer: Mailer;
  storage: Storage;
  /** folder for unfinished archives */
  workDir: string;
  leases: Leases;
  /** returns the URL for the mail */
  linkOf: (secret: string) => string;
  /** suggested name for the download */
  fileName: string;
  callWorker: (id: string) => Promise<void>;
  now: () => Date;
  onError: (error: unknown) => void;
};

const keyOf = (id: string) => `exports/${id}.zip`;

export function createExports(deps: ExportsDeps): Exports {
  const { db, storage, mailer, workDir, leases, now, onError } = deps;
  const after = (ms: number) => new Date(now().getTime() + ms);

  /**
   * Deletes an export. The file is deleted before its row, so that no file remains without a row.
   */
  async function remove(id: string) {
    await giveUpExports(db, [id]);
    await storage.remove([keyOf(id)]);
    await deleteExport(db, id);
  }

  async function finish({ id, ownerId, attempts }: AccountExport) {
    const secret = newSecret();
    await db.transaction(async (tx) => {
      const user = await findUser(tx, ownerId);
      const done = { id, attempts, linkHash: hashOf(secret), expiresAt: after(linkMs) };
      if (!user || !(await finishExport(tx, done))) return;
      const values = { link: deps.linkOf(secret) };
      const { email: to, locale } = user;
      await mailer.write(tx, { cause: `export ${id}`, to, locale, kind: 'exportReady', values });
    });
    await mailer.wake().catch(onError);
  }

  async function makeAlone(id: string) {
    const begun = await beginExport(db, id);
    if (!begun) return;
    const user = await findUser(db, begun.ownerId);
    if (!user || begun.attempts > maxAttempts) {
      await remove(id);
      return;
    }
    const path = join(workDir, `export-${id}-${begun.attempts}.zip`);
    try {
      await writeArchive(deps, user, path);
      await storage.put(keyOf(id), path);
    } finally {
      await rm(path, { force: true });
    }
    await finish(begun);
  }

  return {
    async request(ownerId) {
      const row = await db.transaction(async (tx) => {
        await lockOwner(tx, ownerId);
        const recent = await findRecentExport(tx, { ownerId, since: after(-hourMs) });
        if (recent) return recent;
        const times = { createdAt: now(), expiresAt: after(linkMs) };
        return await insertExport(tx, { id: newId(), ownerId, ...times });
      });
      // The row exists, so the sweep calls the worker if this call fails.
      if (row.state === 'queued') await deps.callWorker(row.id).catch(onError);
      return row;
    },
    async make(id) {
      await leases.hold(`export ${id}`, () => makeAlone(id));
    },
    async find(secret) {
      if (!isSecret(secret)) return null;
      const known = await findExportByLink(db, { linkHash: hashOf(secret), now: now() });
      if (!known) return null;
      return storage.signDownload(keyOf(known.id), { now: now(), fileName: deps.fileName });
    },
    async sweep() {
      for (const id of await overdueExports(db, now())) await remove(id).catch(onError);
      for (const id of await queuedExports(db)) await deps.callWorker(id);
    },
  };
}
