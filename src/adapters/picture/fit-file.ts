type Size = { width: number; height: number };

type Wish = Size & {
  /** quality in percent if there is no limit */
  quality: number;
  /** maximum number of bytes, or null for no limit */
  maxBytes: number | null;
  /** true if the format has an adjustable quality */
  isLossy: boolean;
};

export type Fitted<File> = Size & { file: File };

/** Encodes the picture at this size. The quality is in percent. */
type Encode<File> = (size: Size, quality: number) => Promise<File>;

/**
 * Range of the quality search, in percent. Below this range, compression blocks are clearly
 * visible.
 */
export const sensible = { least: 50, most: 95 } as const;

/**
 * The search ends when the file uses this share of the limit, or when the remaining range is this
 * small.
 */
const enoughShare = 0.95;
const closeQualities = 2;

/** A picture that is scaled down should use this share of the limit at the lowest quality. */
const roomAfterScaling = 0.7;

const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.floor(width * scale)),
  height: Math.max(1, Math.floor(height * scale)),
});

/**
 * Returns the quality at which the file size probably equals the limit. File sizes grow
 * exponentially with the quality, so the logarithm of the size is interpolated.
 */
function nextQuality(low: Tried, high: Tried, maxBytes: number): number {
  const span = Math.log(high.bytes / low.bytes);
  const share = span > 0 ? Math.log(maxBytes / low.bytes) / span : 0.5;
  const guess = Math.floor(low.quality + share * (high.quality - low.quality));
  return Math.min(high.quality - 1, Math.max(low.quality + 1, guess));
}

type Tried = { quality: number; bytes: number };

/**
 * Returns the file with the best quality found below the limit. The file of `lowest` must be below
 * the limit.
 */
async function bestQuality<File extends { size: number }>(
  encode: (quality: number) => Promise<File>,
  lowest: File,
  maxBytes: number,
): Promise<File> {
  const highest = await encode(sensible.most);
  if (highest.size <= maxBytes) return highest;
  let best = lowest;
  let low: Tried = { quality: sensible.least, bytes: lowest.size };
  let high: Tried = { quality: sensible.most, bytes: highest.size };
  while (high.quality - low.quality > closeQualities && best.size < maxBytes * enoughShare) {
    const quality = nextQuality(low, high, maxBytes);
    const file = await encode(quality);
    if (file.size > maxBytes) high = { quality, bytes: file.size };
    else {
      low = { quality, bytes: file.size };
      best = file;
    }
  }
  return best;
}

/**
 * Makes a file that does not exceed the limit, if there is one. Searches the best quality below the
 * limit first, and scales the picture down only if the lowest acceptable quality is too large.
 * Throws if even one pixel exceeds the limit.
 */
export async function fitFile<File extends { size: number }>(
  { width, height, quality, maxBytes, isLossy }: Wish,
  encode: Encode<File>,
): Promise<Fitted<File>> {
  let size: Size = { width, height };
  if (maxBytes === null) return { ...size, file: await encode(size, quality) };
  for (;;) {
    const lowest = await encode(size, sensible.least);
    const current = size;
    if (lowest.size <= maxBytes) {
      const file = isLossy
        ? await bestQuality((tried) => encode(current, tried), lowest, maxBytes)
        : lowest;
      return { ...size, file };
    }
    if (size.width === 1 && size.height === 1) throw new Error('No file is below the limit.');
    const room = isLossy ? roomAfterScaling : enoughShare;
    size = scaled(size, Math.min(0.9, Math.sqrt((maxBytes / lowest.size) * room)));
  }
}
