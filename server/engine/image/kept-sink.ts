import { rm } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { type Checkpoint, readCheckpoint, saveCheckpoint } from '../checkpoint.ts';
import { type RowSink, type SinkShape, TiffSink } from './tiff-sink.ts';

/** A result that consists of strips. Each strip can be computed without the other strips. */
export interface Strips {
  /** absolute path of the network */
  network: string;
  /** how the strips are computed; a different plan produces different bytes */
  plan: unknown;
  /** number of rows after each complete strip; the last number is the height of the result */
  ends: readonly number[];
}

interface Wanted {
  /** folder for the rows; its files remain when this process ends */
  folder: string;
  origin: string;
  shape: SinkShape;
  ends: readonly number[];
}

/**
 * A result that remains when its process ends. After each strip a checkpoint stores the number of
 * complete rows. Two processes may write to the same result, because every row has a fixed offset
 * and the same content.
 */
export class KeptSink implements RowSink {
  readonly tiff: TiffSink;
  readonly #folder: string;
  #checkpoint: Checkpoint;

  private constructor(tiff: TiffSink, folder: string, checkpoint: Checkpoint) {
    this.tiff = tiff;
    this.#folder = folder;
    this.#checkpoint = checkpoint;
  }

  /** Resumes an unfinished result after its last complete strip, or starts a new file. */
  static async open(wanted: Wanted): Promise<KeptSink> {
    const { folder, origin, shape } = wanted;
    const file = path.join(folder, 'rows.tiff');
    const found = await reopen(file, wanted);
    if (found) return new KeptSink(found.tiff, folder, found.checkpoint);
    const nothing = { origin, rows: 0, sum: 0 };
    // The checkpoint is cleared first. Otherwise it could refer to the new file before the first
    // strip is complete.
    await saveCheckpoint(folder, nothing);
    // Deletes the old file, because an earlier process may still write to it.
    await rm(file, { force: true });
    return new KeptSink(await TiffSink.create(file, shape), folder, nothing);
  }

  get rows(): number {
    return this.tiff.rows;
  }

  async write(rows: Uint8Array): Promise<void> {
    await this.tiff.write(rows);
    const { origin, sum } = this.#checkpoint;
    this.#checkpoint = { origin, rows: this.tiff.rows, sum: crc32(rows, sum) };
    // The rows must be on disk before the checkpoint. Otherwise a power cut could leave a
    // checkpoint without its rows.
    await this.tiff.settle();
    await saveCheckpoint(this.#folder, this.#checkpoint);
  }
}

async function reopen(file: string, { folder, origin, shape, ends }: Wanted) {
  const checkpoint = await readCheckpoint(folder);
  if (checkpoint?.origin !== origin || !ends.includes(checkpoint.rows)) return undefined;
  const tiff = await TiffSink.reopen(file, shape, checkpoint.rows);
  if (!tiff) return undefined;
  if ((await sumOf(tiff)) === checkpoint.sum) return { tiff, checkpoint };
  await tiff.abandon();
  return undefined;
}

/** Returns the checksum of the rows, or undefined if the file cannot be read. */
async function sumOf(tiff: TiffSink): Promise<number | undefined> {
  let sum = 0;
  try {
    for await (const rows of tiff.read()) sum = crc32(rows, sum);
    return sum;
  } catch {
    return undefined;
  }
}
