import { rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { dealStatus } from '../../contract/deal-status.ts';
import type { EngineFile, EnginePartial, EngineResult } from '../engine/engine.port.ts';
import type { Database } from '../platform/database/database.ts';
import type { Storage } from '../platform/storage/storage.port.ts';
import { reached } from '../platform/write-points.ts';
import { deleteUpload, endUses } from '../uploads/uploads.store.ts';
import type { StoredImage, StoredPartial, StoredResult } from './tasks.schema.ts';
import { findTask, markFilesRemoved, type Task } from './tasks.store.ts';
import type { UnfinishedWork } from './unfinished-work.ts';

export type RecordFiles = {
  /**
   * Stores the engine's result files. If one file cannot be stored, none is kept.
   */
  keep(taskId: string, result: EngineResult & { kind: 'succeeded' }): Promise<StoredResult>;
  /**
   * Moves a picture of the finished rows into the storage. `version` is unique for each picture.
   */
  keepPartial(taskId: string, version: string, partial: EnginePartial): Promise<StoredPartial>;
  removePartial(partial: StoredPartial): Promise<void>;
  /**
   * Removes files that an ended task no longer needs: pictures of finished rows, and a result that
   * came too late.
   */
  settle(taskId: string): Promise<void>;
  /** Removes all files of a deleted record, including files that no row names. */
  remove(task: Task): Promise<void>;
};

/** Returns the folder of all files of a record except its upload. */
export const folderOf = (taskId: string) => `records/${taskId}`;

const partialName = 'partial-';

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
    await storage.put(key, file.path);
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
    async keepPartial(taskId, version, { path, width, height, share }) {
      const key = `${folderOf(taskId)}/${partialName}${version}${extname(path)}`;
      await storage.put(key, path);
      await rm(path, { force: true });
      return { key, width, height, share };
    },
    removePartial: ({ key }) => storage.remove([key]),
    async settle(taskId) {
      const task = await findTask(db, taskId);
      // Another attempt uses the same folder, so the folder must be kept.
      if (task && task.status <= dealStatus.running) return;
      if (!task?.output) return await storage.remove([folderOf(taskId)]);
      for await (const name of storage.list(folderOf(taskId))) {
        if (name.startsWith(partialName)) await storage.remove([`${folderOf(taskId)}/${name}`]);
      }
    },
    async remove(task) {
      await unfinished.remove(task.id);
      await storage.remove([folderOf(task.id), task.uploadKey]);
      reached('files.removed');
      await deleteUpload(db, task.uploadKey);
      reached('upload.deleted');
      for (const key of await endUses(db, task.id)) {
        reached('picture.given-up');
        await storage.remove([key]);
        await deleteUpload(db, key);
      }
      await markFilesRemoved(db, task.id);
    },
  };
}
