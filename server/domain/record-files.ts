import { extname } from 'node:path';
import { dealStatus } from '../../contract/deal-status.ts';
import type { EngineFile, EngineResult } from '../engine/engine.port.ts';
import type { Storage } from '../storage/storage.port.ts';
import type { Database } from '../store/database.ts';
import type { StoredImage, StoredResult } from '../store/schema.ts';
import { findTask, markFilesRemoved, type Task } from '../store/tasks.store.ts';
import { deleteUpload } from '../store/uploads.store.ts';
import { reached } from '../write-points.ts';
import type { UnfinishedWork } from './unfinished-work.ts';

export type RecordFiles = {
  /** Moves what the engine wrote into the storage; all of it or nothing. */
  keep(taskId: string, result: EngineResult & { kind: 'succeeded' }): Promise<StoredResult>;
  /** For the result of a task that ended while it was written. */
  removeResult(taskId: string): Promise<void>;
  /** All files of a deleted record, also those that no row names. */
  remove(task: Task): Promise<void>;
};

/** Everything of a record but its upload lies below. */
export const folderOf = (taskId: string) => `records/${taskId}`;

export const keysOf = (output: StoredResult) => [
  output.result.key,
  output.before.key,
  output.after.key,
  output.thumbnail.key,
];

export function createRecordFiles({
  db,
  storage,
  unfinished,
}: {
  db: Database;
  storage: Storage;
  unfinished: Pick<UnfinishedWork, 'remove'>;
}): RecordFiles {
  async function keepOne(taskId: string, name: string, file: EngineFile): Promise<StoredImage> {
    const key = `${folderOf(taskId)}/${name}${extname(file.path)}`;
    await storage.keep(file.path, key);
    reached('result.kept');
    return { key, width: file.width, height: file.height };
  }

  async function keepAll(
    taskId: string,
    { result, before, after, thumbnail, faces }: EngineResult & { kind: 'succeeded' },
  ): Promise<StoredResult> {
    const { mime, bytes } = result;
    return {
      result: { ...(await keepOne(taskId, 'result', result)), mime, bytes },
      before: await keepOne(taskId, 'before', before),
      after: await keepOne(taskId, 'after', after),
      thumbnail: await keepOne(taskId, 'thumbnail', thumbnail),
      faces: faces ?? null,
    };
  }

  return {
    async keep(taskId, result) {
      try {
        return await keepAll(taskId, result);
      } catch (error) {
        await storage.remove([folderOf(taskId)]);
        throw error;
      }
    },
    async removeResult(taskId) {
      const task = await findTask(db, taskId);
      // Another attempt has the same folder.
      const isOthers = task && (task.output !== null || task.status <= dealStatus.running);
      if (!isOthers) await storage.remove([folderOf(taskId)]);
    },
    async remove(task) {
      await unfinished.remove(task.id);
      await storage.remove([folderOf(task.id), task.uploadKey]);
      reached('files.removed');
      await deleteUpload(db, task.uploadKey);
      reached('upload.deleted');
      await markFilesRemoved(db, task.id);
    },
  };
}
