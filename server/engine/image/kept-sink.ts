import { rm } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { type Checkpoint, readCheckpoint, saveCheckpoint } from '../checkpoint.ts';
import { type RowSink, type SinkShape, TiffSink } from './tiff-sink.ts';

/** A result in strips that do not depend on earlier strips. */
export interface Strips {
  /** absolute path of the network */
  network: string;
  /** how the strips are made; another plan produces other bytes */
  plan: unknown;
  /** row counts at which a strip is complete; the last one is the height of the result */
  ends: readonly number[];
}

interface Wanted {
  /** folder for the rows, which outlive this process */
  folder: string;
  origin: string;
  shape: SinkShape;
  ends: readonly number[];
}

/**
 * A result that outlives its process. After each strip a checkpoint stores how many rows are
 * complete. Two processes may write the same result: every row has a fixed offset and the same
 * content.
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

  /** Resumes after the last complete strip of the same result, or starts a new file. */
  static async open(wanted: Wanted): Promise<KeptSink> {
    const { folder, origin, shape } = wanted;
    const file = path.join(folder, 'rows.tiff');
    const found = await reopen(file, wanted);
    if (found) return new KeptSink(found.tiff, folder, found.checkpoint);
    const nothing = { origin, rows: 0, sum: 0 };
    // This comes before anything else, because no checkpoint may refer to the file until the first
    // strip is complete.
    await saveCheckpoint(folder, nothing);
    // A process that still writes to the old file does not write to the new one.
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
    // After a power cut a checkpoint must not refer to rows that are lost.
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

/** Checksum of the rows; undefined if the file cannot be read. */
async function sumOf(tiff: TiffSink): Promise<number | undefined> {
  let sum = 0;
  try {
    for await (const rows of tiff.read()) sum = crc32(rows, sum);
    return sum;
  } catch {
    return undefined;
  }
}
