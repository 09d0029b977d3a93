import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

const checkpoint = z.object({
  /** return value of `originOf` */
  origin: z.string(),
  /** number of complete rows */
  rows: z.int().nonnegative(),
  /** CRC-32 of the bytes of the complete rows */
  sum: z.int().nonnegative(),
});

/** Describes the rows of an unfinished result that are safely on disk. */
export type Checkpoint = z.infer<typeof checkpoint>;

const fileOf = (folder: string) => path.join(folder, 'checkpoint.json');

/** Reads the checkpoint. Returns undefined if the checkpoint is missing or unreadable. */
export async function readCheckpoint(folder: string): Promise<Checkpoint | undefined> {
  try {
    return checkpoint.parse(JSON.parse(await readFile(fileOf(folder), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Writes atomically, so that a crash leaves either the old or the new checkpoint. */
export async function saveCheckpoint(folder: string, saved: Checkpoint): Promise<void> {
  const temporary = `${fileOf(folder)}.${process.pid}.tmp`;
  await writeFile(temporary, JSON.stringify(saved), { flush: true });
  await rename(temporary, fileOf(folder));
}

/** Returns the number of complete rows of a job's result, or 0 if the job has no folder. */
export async function keptRows(folder: string | undefined): Promise<number> {
  return (folder && (await readCheckpoint(folder))?.rows) || 0;
}

/**
 * Identifies everything that determines the bytes of a result: the photo, the network, and the
 * caller's further inputs. A network is identified by its size and modification time, because
 * hashing it would take longer than many strips.
 */
export async function originOf(made: {
  inputPath: string;
  network: string;
  by: unknown;
}): Promise<string> {
  const photo = createHash('sha256');
  await pipeline(createReadStream(made.inputPath), photo);
  const { size, mtimeMs } = await stat(made.network);
  const network = [path.basename(made.network), size, mtimeMs];
  const all = JSON.stringify([photo.digest('hex'), network, made.by]);
  return createHash('sha256').update(all).digest('hex');
}
