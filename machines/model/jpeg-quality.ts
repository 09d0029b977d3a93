/** Sums of the two tables of the JPEG standard, which quality 50 uses unchanged. */
const lumaSum = 3688;
const chromaSum = 5505;

const startOfScan = 0xda;
const tables = 0xdb;

/** Start-of-frame markers; the others between 0xc0 and 0xcf have another meaning. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * Returns the quality from 1 to 100 with which a JPEG was compressed, on the scale of libjpeg. It is
 * the lowest quality of the tables that the components use: brightness first, then colours. Returns
 * null for other files, and if the tables are not among the given bytes.
 */
export function readJpegQuality(file: Uint8Array): number | null {
  const word = (at: number) => ((file[at] ?? 0) << 8) | (file[at + 1] ?? 0);
  if (word(0) !== 0xffd8) return null;
  const sums = new Map<number, number>();
  let used: number[] = [];
  let at = 2;
  while (at + 4 <= file.length) {
    const marker = file[at + 1] ?? 0;
    if (file[at] !== 0xff) return null;
    if (marker === 0xff) {
      // Bytes of value 0xff may precede a marker.
      at += 1;
      continue;
    }
    if (marker === startOfScan) return lowest(used, sums);
    const end = at + 2 + word(at + 2);
    if (end > file.length) return null;

    if (marker === tables) addTables(file.subarray(at + 4, end), sums);
    if (isFrame(marker)) {
      const count = file[at + 9] ?? 0;
      used = Array.from({ length: count }, (_, index) => file[at + 12 + index * 3] ?? 0);
    }
    at = end;
  }
  return null;
}

/** Adds the sum of the 64 values of each table in a segment. */
function addTables(segment: Uint8Array, sums: Map<number, number>): void {
  for (let at = 0; at < segment.length; ) {
    const kind = segment[at] ?? 0;
    const bytes = kind >> 4 === 0 ? 1 : 2;
    let sum = 0;
    for (let value = 0; value < 64; value += 1) {
      const from = at + 1 + value * bytes;
      sum +=
        bytes === 1 ? (segment[from] ?? 0) : ((segment[from] ?? 0) << 8) | (segment[from + 1] ?? 0);
    }
    sums.set(kind & 15, sum);
    at += 1 + 64 * bytes;
  }
}

function lowest(used: readonly number[], sums: ReadonlyMap<number, number>): number | null {
  const qualities = used.flatMap((id, component) => {
    const sum = sums.get(id);
    return sum === undefined ? [] : [qualityOf(sum / (component === 0 ? lumaSum : chromaSum))];
  });
  return qualities.length === 0 ? null : Math.min(...qualities);
}

/**
 * libjpeg multiplies the tables by 50 / quality below 50, and by 2 - quality / 50 above. Its limit of
 * 255 for a value makes qualities below 20 appear a little higher.
 */
function qualityOf(factor: number): number {
  const quality = factor > 1 ? 50 / factor : 100 - 50 * factor;
  return Math.max(1, Math.min(100, Math.round(quality)));
}
