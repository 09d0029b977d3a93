import { rm } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { type Checkpoint, readCheckpoint, saveCheckpoint } from '../checkpoint.ts';
import { type RowSink, type SinkShape, TiffSink } from './tiff-sink.ts';

/** A result in strips that depend on nothing that was written before. */
export interface Strips {
  /** absolute path of the network that makes them */
  network: string;
  /** how they are made; another plan makes other bytes */
  plan: unknown;
  /** rows of the result after which a strip is complete, the last one its height */
  ends: readonly number[];
}

interface Wanted {
  /** in which the rows outlive this process */
  folder: string;
  origin: string;
  shape: SinkShape;
  ends: readonly number[];
}

/**
 * A result that outlives its process: after each strip a checkpoint says how many rows are certain.
 * Two processes that write the same result do no harm: every row has its place, and is the same.
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

  /** Goes on after the last complete strip of the same result, or begins. */
  static async open(wanted: Wanted): Promise<KeptSink> {
    const { folder, origin, shape } = wanted;
    const file = path.join(folder, 'rows.tiff');
    const found = await reopen(file, wanted);
    if (found) return new KeptSink(found.tiff, folder, found.checkpoint);
    const nothing = { origin, rows: 0, sum: 0 };
    // First of all: until the first strip is complete, the file belongs to no checkpoint.
    await saveCheckpoint(folder, nothing);
    // Whoever still writes to the old file does not write to the new one.
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
    // A checkpoint must not outlive a power cut that its rows do not.
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

/** Undefined when it cannot be read. */
async function sumOf(tiff: TiffSink): Promise<number | undefined> {
  let sum = 0;
  try {
    for await (const rows of tiff.read()) sum = crc32(rows, sum);
    return sum;
  } catch {
    return undefined;
  }
}
