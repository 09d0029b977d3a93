import { extname } from 'node:path';
import type { EngineFile, EngineResult } from '../engine/engine.port.ts';
import type { Storage } from '../storage/storage.port.ts';
import type { Database } from '../store/database.ts';
import type { StoredImage, StoredResult } from '../store/schema.ts';
import { markFilesRemoved, type Task } from '../store/tasks.store.ts';
import { deleteUpload } from '../store/uploads.store.ts';

export type RecordFiles = {
  /** Moves what the engine wrote into the storage. */
  keep(taskId: string, result: EngineResult & { kind: 'succeeded' }): Promise<StoredResult>;
  /** For the result of a task that ended while it was written. */
  removeResult(output: StoredResult): Promise<void>;
  /** All files of a deleted record. */
  remove(task: Task): Promise<void>;
};

const keysOf = (output: StoredResult) => [
  output.result.key,
  output.before.key,
  output.after.key,
  output.thumbnail.key,
];

export function createRecordFiles({
  db,
  storage,
}: {
  db: Database;
  storage: Storage;
}): RecordFiles {
  async function keepOne(taskId: string, name: string, file: EngineFile): Promise<StoredImage> {
    const key = `records/${taskId}/${name}${extname(file.path)}`;
    await storage.keep(file.path, key);
    return { key, width: file.width, height: file.height };
  }

  return {
    async keep(taskId, { result, before, after, thumbnail, faces }) {
      return {
        result: {
          ...(await keepOne(taskId, 'result', result)),
          mime: result.mime,
          bytes: result.bytes,
        },
        before: await keepOne(taskId, 'before', before),
        after: await keepOne(taskId, 'after', after),
        thumbnail: await keepOne(taskId, 'thumbnail', thumbnail),
        faces: faces ?? null,
      };
    },
    removeResult: (output) => storage.remove(keysOf(output)),
    async remove(task) {
      await storage.remove([task.uploadKey, ...(task.output ? keysOf(task.output) : [])]);
      await deleteUpload(db, task.uploadKey);
      await markFilesRemoved(db, task.id);
    },
  };
}
