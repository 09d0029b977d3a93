import { rm } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { EnginePartial } from '../engine.port.ts';
import { ShrunkRows } from './shrunk-rows.ts';
import { type RowSink, type SinkShape, TiffSink } from './tiff-sink.ts';

/** Longest side in pixels at which the page shows unfinished pictures. */
const longestSide = 768;
const pauseMs = 1000;
/** With less remaining time, no picture is made, because the result arrives soon. */
const notWorthMs = 2000;
/** Shortest time for encoding the result, per megapixel. */
const writingMs = 50;

interface Parts {
  sink: RowSink;
  shape: SinkShape;
  /** an existing folder; each picture gets its own name in it */
  folder: string;
  publish(partial: EnginePartial): void;
  /** milliseconds */
  now(): number;
}

/** Passes rows on to the result, and regularly publishes a picture of the finished rows. */
export class PartialPicture implements RowSink {
  readonly #parts: Parts;
  readonly #small: ShrunkRows;
  #begunAt: number;
  #given = 0;
  #shownAt = Number.NEGATIVE_INFINITY;
  #pictures = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#small = new ShrunkRows(parts.shape, longestSide);
    this.#begunAt = parts.now();
  }

  get rows(): number {
    return this.#parts.sink.rows;
  }

  /** Adds the rows of an earlier attempt and publishes them at once. */
  async resume(rows: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const some of rows) this.#small.add(some);
    this.#given = this.#small.share;
    if (this.#given > 0) await this.#show();
    this.#begunAt = this.#parts.now();
  }

  async write(rows: Uint8Array): Promise<void> {
    await this.#parts.sink.write(rows);
    this.#small.add(rows);
    if (this.#isWorthIt()) await this.#show();
  }

  /** True if enough time remains, at the current speed, for the visitor to see the picture. */
  #isWorthIt(): boolean {
    const { share } = this.#small;
    const { width, height } = this.#parts.shape;
    const now = this.#parts.now();
    if (share === 0 || now - this.#shownAt < pauseMs) return false;
    const workMs = ((now - this.#begunAt) / (share - this.#given)) * (1 - share);
    return workMs + writingMs * ((width * height) / 1e6) > notWorthMs;
  }

  /** Publishes a picture of the finished rows. If the picture cannot be made, the job continues. */
  async #show(): Promise<void> {
    const { width, height, share } = this.#small;
    this.#shownAt = this.#parts.now();
    this.#pictures += 1;
    const file = path.join(this.#parts.folder, `partial-${this.#pictures}.webp`);
    try {
      await this.#save(file);
    } catch {
      return;
    }
    this.#parts.publish({ path: file, mime: 'image/webp', width, height, share });
  }

  /** Writes the picture from a small TIFF, because a TIFF can contain the colour profile. */
  async #save(file: string): Promise<void> {
    const { width, height, rgba } = this.#small;
    const { icc } = this.#parts.shape;
    const tiff = await TiffSink.create(`${file}.tiff`, { width, height, channels: 4, icc });
    await tiff.write(rgba);
    await tiff.finish();
    await sharp(tiff.path).webp({ quality: 82, effort: 2 }).toFile(file);
    await rm(tiff.path);
  }
}
