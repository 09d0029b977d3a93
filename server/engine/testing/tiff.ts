/** Tags with integers of 16 or 32 bits. Strips are written one after another. */
export interface TiffPage {
  tags: Readonly<Record<number, number | readonly number[]>>;
  strips: readonly Uint8Array[];
}

const headerBytes = 8;

/** Builds a little-endian TIFF of a kind that the image library cannot write. */
export function buildTiff(pages: readonly TiffPage[]): Buffer {
  const parts: Buffer[] = [Buffer.from([0x49, 0x49, 42, 0, headerBytes, 0, 0, 0])];
  let at = headerBytes;
  for (const [index, page] of pages.entries()) {
    const isLast = index === pages.length - 1;
    const size = encode(page, at, 0).length;
    const bytes = encode(page, at, isLast ? 0 : at + size);
    parts.push(bytes);
    at += bytes.length;
  }
  return Buffer.concat(parts);
}

function encode({ tags, strips }: TiffPage, at: number, next: number): Buffer {
  const numbers: Record<number, readonly number[]> = {
    273: strips.map(() => 0),
    279: strips.map(({ length }) => length),
  };
  for (const [tag, value] of Object.entries(tags)) {
    numbers[Number(tag)] = typeof value === 'number' ? [value] : value;
  }
  const entries = Object.entries(numbers).toSorted(([a], [b]) => Number(a) - Number(b));
  const directoryBytes = 6 + entries.length * 12;
  const long = entries.filter(([, values]) => values.length > 1);
  const valueBytes = long.reduce((sum, [, values]) => sum + values.length * 4, 0);
  let stripAt = at + directoryBytes + valueBytes;
  if (!(273 in tags)) {
    numbers[273] = strips.map(({ length }) => {
      stripAt += length;
      return stripAt - length;
    });
  }
  const directory = Buffer.alloc(directoryBytes + valueBytes);
  directory.writeUInt16LE(entries.length, 0);
  let valueAt = directoryBytes;
  for (const [index, [tag]] of entries.entries()) {
    const values = numbers[Number(tag)] ?? [];
    const entry = 2 + index * 12;
    directory.writeUInt16LE(Number(tag), entry);
    directory.writeUInt16LE(4, entry + 2);
    directory.writeUInt32LE(values.length, entry + 4);
    const place = values.length > 1 ? valueAt : entry + 8;
    if (values.length > 1) {
      directory.writeUInt32LE(at + valueAt, entry + 8);
      valueAt += values.length * 4;
    }
    for (const [offset, value] of values.entries()) {
      directory.writeUInt32LE(value, place + offset * 4);
    }
  }
  directory.writeUInt32LE(next, 2 + entries.length * 12);
  return Buffer.concat([directory, ...strips]);
}

/** Returns a page of one strip. All of its pixels have these samples. */
export function flatPage(
  samples: readonly number[],
  colours: number,
  tags: TiffPage['tags'] = {},
): TiffPage {
  const side = 24;
  const bits = tags[258] === 16 ? 16 : 8;
  const values = Array.from({ length: side * side }, () => samples).flat();
  const data =
    bits === 16 ? new Uint8Array(Uint16Array.from(values).buffer) : Uint8Array.from(values);
  return {
    tags: {
      256: side,
      257: side,
      259: 1,
      262: colours,
      277: samples.length,
      278: side,
      ...tags,
      258: samples.map(() => bits),
    },
    strips: [data],
  };
}
