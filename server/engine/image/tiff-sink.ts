import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';

export interface SinkShape {
  width: number;
  height: number;
  /** 3: colour; 4: colour and unassociated alpha */
  channels: 3 | 4;
  icc: Uint8Array | null;
}

const headerBytes = 8;
const entryBytes = 12;
const short = 3;
const long = 4;
const undefinedType = 7;
const rowsPerStrip = 16;
const readBytes = 4e6;

/** Receives the rows of a function's result from top to bottom. */
export interface RowSink {
  /** number of rows written so far, including those of an earlier attempt */
  readonly rows: number;
  /** Appends whole rows of interleaved bytes. */
  write(rows: Uint8Array): Promise<void>;
}

type Entry = [tag: number, type: number, values: number[] | Uint8Array];

interface Opened {
  shape: SinkShape;
  file: FileHandle;
  rows: number;
}

/**
 * An uncompressed TIFF that is written from top to bottom, a few rows at a time. It passes a result
 * of any size to the encoder without holding the whole picture in memory, because libvips reads it
 * strip by strip.
 */
export class TiffSink implements RowSink {
  readonly shape: SinkShape;
  readonly path: string;
  readonly #file: FileHandle;
  readonly #pixelsAt: number;
  #rows: number;

  private constructor(path: string, { shape, file, rows }: Opened) {
    this.path = path;
    this.shape = shape;
    this.#file = file;
    this.#pixelsAt = header(shape).length;
    this.#rows = rows;
  }

  static async create(path: string, shape: SinkShape): Promise<TiffSink> {
    const file = await open(path, 'w');
    try {
      await file.write(header(shape));
    } catch (error) {
      await file.close();
      throw error;
    }
    return new TiffSink(path, { shape, file, rows: 0 });
  }

  /**
   * Reopens an unfinished file to continue after its first `rows` rows. Returns undefined if the
   * file has fewer rows.
   */
  static async reopen(path: string, shape: SinkShape, rows: number): Promise<TiffSink | undefined> {
    const file = await open(path, 'r+').catch(() => undefined);
    if (!file) return undefined;
    const start = header(shape);
    const bytes = start.length + rows * rowBytes(shape);
    const found = Buffer.alloc(start.length);
    await file.read(found, 0, start.length, 0);
    if (found.equals(start) && (await file.stat()).size >= bytes) {
      await file.truncate(bytes);
      return new TiffSink(path, { shape, file, rows });
    }
    await file.close();
    return undefined;
  }

  get rows(): number {
    return this.#rows;
  }

  /**
   * Appends rows. Each write has an explicit offset, because an earlier process may write to the
   * same file.
   */
  async write(rows: Uint8Array): Promise<void> {
    const start = this.#pixelsAt + this.#rows * rowBytes(this.shape);
    let written = 0;
    while (written < rows.length) {
      const { bytesWritten } = await this.#file.write(
        rows,
        written,
        rows.length - written,
        start + written,
      );
      written += bytesWritten;
    }
    this.#rows += rows.length / rowBytes(this.shape);
  }

  /** Yields all written rows, several at a time. The buffer is reused. */
  async *read(): AsyncGenerator<Uint8Array> {
    const bytes = rowBytes(this.shape);
    const atOnce = Math.max(1, Math.floor(readBytes / bytes));
    const buffer = Buffer.alloc(atOnce * bytes);
    for (let row = 0; row < this.#rows; row += atOnce) {
      const wanted = Math.min(atOnce, this.#rows - row) * bytes;
      const { bytesRead } = await this.#file.read(buffer, 0, wanted, this.#pixelsAt + row * bytes);
      if (bytesRead < wanted) throw new Error(`The file ends after ${row} rows`);
      yield buffer.subarray(0, wanted);
    }
  }

  /** Resolves when the written rows are safe from a power cut. */
  async settle(): Promise<void> {
    await this.#file.datasync();
  }

  /** Closes the file. Throws if rows are missing. */
  async finish(): Promise<void> {
    await this.#file.close();
    if (this.#rows !== this.shape.height) {
      throw new Error(`Only ${this.#rows} of ${this.shape.height} rows were written`);
    }
  }

  async abandon(): Promise<void> {
    await this.#file.close().catch(() => undefined);
  }
}

const rowBytes = ({ width, channels }: SinkShape) => width * channels;

function header(shape: SinkShape): Uint8Array {
  const sizes = (offset: number) => layout(shape, offset);
  const pixels = encode(sizes(0)).length;
  return encode(sizes(pixels));
}

function layout({ width, height, channels, icc }: SinkShape, pixelsAt: number): Entry[] {
  const strips = Math.ceil(height / rowsPerStrip);
  const stripBytes = width * channels * rowsPerStrip;
  const lastBytes = width * channels * (height - (strips - 1) * rowsPerStrip);
  const each = Array.from({ length: strips }, (_, strip) => strip);
  const entries: Entry[] = [
    [256, long, [width]],
    [257, long, [height]],
    [258, short, Array.from({ length: channels }, () => 8)],
    [259, short, [1]],
    [262, short, [2]],
    [273, long, each.map((strip) => pixelsAt + strip * stripBytes)],
    [277, short, [channels]],
    [278, long, [rowsPerStrip]],
    [279, long, each.map((strip) => (strip === strips - 1 ? lastBytes : stripBytes))],
    [284, short, [1]],
  ];
  if (channels === 4) entries.push([338, short, [2]]);
  if (icc) entries.push([34675, undefinedType, icc]);
  return entries;
}

/**
 * Encodes one little-endian directory. Values that do not fit into an entry follow the directory.
 */
function encode(entries: Entry[]): Uint8Array {
  const directory = Buffer.alloc(2 + entries.length * entryBytes + 4);
  directory.writeUInt16LE(entries.length, 0);
  const extra: Buffer[] = [];
  let extraAt = headerBytes + directory.length;
  for (const [index, [tag, type, values]] of entries.entries()) {
    const at = 2 + index * entryBytes;
    const bytes = valueBytes(type, values);
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(values.length, at + 4);
    if (bytes.length <= 4) {
      bytes.copy(directory, at + 8);
      continue;
    }
    directory.writeUInt32LE(extraAt, at + 8);
    const padded = Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)]);
    extra.push(padded);
    extraAt += padded.length;
  }
  const start = Buffer.from([0x49, 0x49, 42, 0, headerBytes, 0, 0, 0]);
  return Buffer.concat([start, directory, ...extra]);
}

function valueBytes(type: number, values: number[] | Uint8Array): Buffer {
  if (values instanceof Uint8Array) return Buffer.from(values);
  const array = type === short ? Uint16Array.from(values) : Uint32Array.from(values);
  return Buffer.from(array.buffer);
}
