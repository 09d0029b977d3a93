import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';

export interface SinkShape {
  width: number;
  height: number;
  /** 3 colour, 4 colour and unassociated alpha */
  channels: 3 | 4;
  icc: Uint8Array | null;
}

const headerBytes = 8;
const entryBytes = 12;
const short = 3;
const long = 4;
const undefinedType = 7;
const rowsPerStrip = 16;

type Entry = [tag: number, type: number, values: number[] | Uint8Array];

/**
 * An uncompressed TIFF that is written from top to bottom, a few rows at a time. It carries a result
 * of any size from the tiles to the encoder without the whole picture ever being in memory: libvips
 * reads it strip by strip.
 */
export class TiffSink {
  readonly shape: SinkShape;
  readonly path: string;
  readonly #file: FileHandle;
  #rows = 0;

  private constructor(path: string, shape: SinkShape, file: FileHandle) {
    this.path = path;
    this.shape = shape;
    this.#file = file;
  }

  static async create(path: string, shape: SinkShape): Promise<TiffSink> {
    const file = await open(path, 'w');
    try {
      await file.write(header(shape));
    } catch (error) {
      await file.close();
      throw error;
    }
    return new TiffSink(path, shape, file);
  }

  /** Appends whole rows of interleaved bytes. */
  async write(rows: Uint8Array): Promise<void> {
    this.#rows += rows.length / (this.shape.width * this.shape.channels);
    let written = 0;
    while (written < rows.length) {
      written += (await this.#file.write(rows, written)).bytesWritten;
    }
  }

  /** Throws when rows are missing; closes the file in any case. */
  async finish(): Promise<void> {
    await this.#file.close();
    if (this.#rows !== this.shape.height) {
      throw new Error(`${this.#rows} of ${this.shape.height} rows were written`);
    }
  }

  async abandon(): Promise<void> {
    await this.#file.close().catch(() => undefined);
  }
}

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

/** Little-endian, one directory; values that do not fit into an entry follow the directory. */
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
