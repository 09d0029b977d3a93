import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { keptPredictionName, keptTextIn } from '../engine/hosted/kept-prediction.ts';
import type { Storage } from '../platform/storage/storage.port.ts';
import { StorageError } from '../platform/storage/storage-error.ts';
import { type WorkPlace, WorkUnreadable } from './unfinished-work.ts';

/** After a crash, at most the work of this time is lost. */
const saveEveryMs = 5000;

const checkpointName = 'checkpoint.json';
const rowsName = 'rows.tiff';

/** Shorter than for rows, because a lost prediction is paid twice. */
const savePredictionEveryMs = 500;

const originShape = z.object({ origin: z.string().regex(/^[0-9a-f]{16,}$/) });
const originIn = (checkpoint: string) => originShape.parse(JSON.parse(checkpoint)).origin;

/**
 * The rows of a result are stored in parts, because the file grows. Rows of the same origin are
 * always the same, so parts of several attempts may overlap.
 */
const partName = (origin: string, start: number) =>
  `rows-${origin.slice(0, 8)}-${String(start).padStart(12, '0')}.part`;
const partShape = /^rows-([0-9a-f]{8})-(\d{12})\.part$/;

const folderOf = (taskId: string) => `unfinished/${taskId}`;

type RowsFile = { id: string; bytes: number };

/** Returns the size of a file, and an id that tells it from a later file with the same path. */
async function rowsFile(path: string): Promise<RowsFile> {
  const { ino, birthtimeNs, size } = await stat(path, { bigint: true });
  return { id: `${ino} ${birthtimeNs}`, bytes: Number(size) };
}

/** Returns a function that calls `save` after its earlier calls have ended. It never rejects. */
function inTurn(save: () => Promise<void>, onError: (error: unknown) => void) {
  let saving = Promise.resolve();
  return () => {
    saving = saving.then(save).catch(onError);
    return saving;
  };
}

/**
 * Returns the place for files of unfinished tasks in the store, so that a worker on another machine
 * continues them. A local folder is saved there every few seconds.
 */
export function createWorkInStore(deps: {
  storage: Storage;
  workDir: string;
  onError: (error: unknown, taskId: string) => void;
}): WorkPlace {
  const { storage, workDir, onError } = deps;

  const predictionKey = (taskId: string) => `${folderOf(taskId)}/${keptPredictionName}`;

  async function predictionOf(taskId: string): Promise<string | null> {
    try {
      return await text(await storage.read(predictionKey(taskId)));
    } catch (error) {
      if (error instanceof StorageError && error.code === 'NoSuchKey') return null;
      throw error;
    }
  }

  async function bringPrediction(taskId: string, folder: string): Promise<void> {
    try {
      const prediction = await predictionOf(taskId);
      if (prediction !== null) await writeFile(join(folder, keptPredictionName), prediction);
    } catch (cause) {
      await rm(folder, { recursive: true, force: true });
      throw new WorkUnreadable('The prediction of an earlier attempt cannot be read', { cause });
    }
  }

  /** Copies the finished rows of earlier attempts into the folder. */
  async function bringRows(taskId: string, folder: string): Promise<void> {
    const names: string[] = [];
    for await (const name of storage.list(folderOf(taskId))) names.push(name);
    if (!names.includes(checkpointName)) return;
    await storage.fetchTo(`${folderOf(taskId)}/${checkpointName}`, join(folder, checkpointName));
    const origin = originIn(await readFile(join(folder, checkpointName), 'utf8'));
    const rows = join(folder, rowsName);
    await writeFile(rows, '');
    for (const name of names.sort()) {
      const [, of, start] = partShape.exec(name) ?? [];
      if (of !== origin.slice(0, 8)) continue;
      const part = await storage.read(`${folderOf(taskId)}/${name}`);
      await pipeline(part, createWriteStream(rows, { flags: 'r+', start: Number(start) }));
    }
  }

  function createSaver(taskId: string, folder: string, brought: RowsFile | undefined) {
    let saved = { checkpoint: '', id: brought?.id, bytes: brought?.bytes ?? 0 };

    async function save() {
      const checkpoint = await readFile(join(folder, checkpointName), 'utf8').catch(() => '');
      if (checkpoint === '' || checkpoint === saved.checkpoint) return;
      const origin = originIn(checkpoint);
      const rows = join(folder, rowsName);
      const { id, bytes } = await rowsFile(rows);
      const start = id === saved.id ? saved.bytes : 0;
      if (bytes > start) {
        const part = join(folder, 'next.part');
        const range = createReadStream(rows, { start, end: bytes - 1 });
        await pipeline(range, createWriteStream(part));
        await storage.put(`${folderOf(taskId)}/${partName(origin, start)}`, part);
        await rm(part);
      }
      const copy = join(folder, 'next.json');
      await writeFile(copy, checkpoint);
      await storage.put(`${folderOf(taskId)}/${checkpointName}`, copy);
      await rm(copy);
      saved = { checkpoint, id, bytes };
    }

    return inTurn(save, (error) => onError(error, taskId));
  }

  function createPredictionSaver(taskId: string, folder: string) {
    let saved: string | null = null;

    async function save() {
      const prediction = await keptTextIn(folder);
      if (prediction === null || prediction === saved) return;
      const copy = join(folder, 'next-prediction.json');
      await writeFile(copy, prediction);
      await storage.put(predictionKey(taskId), copy);
      await rm(copy);
      saved = prediction;
    }

    return inTurn(save, (error) => onError(error, taskId));
  }

  return {
    async open({ id, attempt }) {
      const folder = join(workDir, `unfinished-${id}-${attempt}`);
      await mkdir(folder);
      if (attempt > 1) {
        await bringPrediction(id, folder);
        await bringRows(id, folder).catch((error) => onError(error, id));
      }
      const brought = await rowsFile(join(folder, rowsName)).catch(() => undefined);
      const save = createSaver(id, folder, brought);
      const savePrediction = createPredictionSaver(id, folder);
      const timer = setInterval(save, saveEveryMs);
      const predictionTimer = setInterval(savePrediction, savePredictionEveryMs);
      return {
        folder,
        async close(goesOn) {
          clearInterval(timer);
          clearInterval(predictionTimer);
          // The prediction of a task that has ended must be found, so that it is cancelled.
          await Promise.all([goesOn && save(), savePrediction()]);
          await rm(folder, { recursive: true, force: true });
        },
      };
    },
    predictionOf,
    remove: (taskId) => storage.remove([folderOf(taskId)]),
    list: () => storage.list('unfinished'),
  };
}
