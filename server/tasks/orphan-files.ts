import { dealStatus } from '../../contract/deal-status.ts';
import type { Database } from '../platform/database/database.ts';
import type { Storage } from '../platform/storage/storage.port.ts';
import { reached } from '../platform/write-points.ts';
import { findFileOwners, hasRecords, knownExports, knownUploads } from './orphans.store.ts';
import { folderOf, keysOf } from './record-files.ts';

/** Number of files that one statement compares with the tables. */
const batchSize = 200;

export type OrphanFiles = {
  /**
   * Removes files that no row names. A process that died between two writes leaves such files, and
   * so does a restored disk. A row is always written before its file and deleted after it, so a
   * file without a row is unused.
   * @returns the number of removed files
   */
  remove(): Promise<number>;
};

async function* batchesOf(names: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const name of names) {
    if (batch.push(name) < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

export function createOrphanFiles(deps: {
  db: Database;
  storage: Storage;
  onError: (error: unknown) => void;
}): OrphanFiles {
  const { db, storage, onError } = deps;

  async function removeOne(path: string): Promise<number> {
    try {
      await storage.remove([path]);
      reached('orphan.removed');
      return 1;
    } catch (error) {
      onError(error);
      return 0;
    }
  }

  async function removeAll(paths: string[]): Promise<number> {
    let removed = 0;
    for (const path of paths) removed += await removeOne(path);
    return removed;
  }

  async function orphanUploads(names: string[]): Promise<string[]> {
    const keys = names.map((name) => `uploads/${name}`);
    const known = await knownUploads(db, keys);
    return keys.filter((key) => !known.has(key));
  }

  async function orphanExports(names: string[]): Promise<string[]> {
    const idOf = (name: string) => name.replace(/\.zip$/, '');
    const known = await knownExports(db, names.map(idOf));
    return names.filter((name) => !known.has(idOf(name))).map((name) => `exports/${name}`);
  }

  /**
   * Returns the files of a record except its result. If there is no result, the whole folder is
   * returned, unless a task may write to it.
   */
  async function orphansOfRecords(ids: string[]): Promise<string[]> {
    const owners = await findFileOwners(db, ids);
    const orphans: string[] = [];
    for (const id of ids) {
      const task = owners.get(id);
      const mayWrite = task && task.status <= dealStatus.running && !task.deletedAt;
      if (mayWrite) continue;
      if (!task?.output) orphans.push(folderOf(id));
      else {
        const keys = keysOf(task.output);
        for await (const name of storage.list(folderOf(id))) {
          const path = `${folderOf(id)}/${name}`;
          if (!keys.includes(path)) orphans.push(path);
        }
      }
    }
    return orphans;
  }

  return {
    async remove() {
      // If the database is empty, it is more likely the wrong database than a database whose
      // records were all deleted.
      if (!(await hasRecords(db))) return 0;
      let removed = 0;
      for await (const names of batchesOf(storage.list('uploads'))) {
        removed += await removeAll(await orphanUploads(names));
      }
      for await (const names of batchesOf(storage.list('exports'))) {
        removed += await removeAll(await orphanExports(names));
      }
      for await (const ids of batchesOf(storage.list('records'))) {
        removed += await removeAll(await orphansOfRecords(ids));
      }
      return removed;
    },
  };
}
