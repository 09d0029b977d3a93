type Size = { width: number; height: number };

type Wish = Size & {
  /** quality in percent that is used without a limit */
  quality: number;
  /** limit of the file in bytes, or null for no limit */
  maxBytes: number | null;
  /** true if the format has a quality */
  isLossy: boolean;
};

export type Fitted<File> = Size & { file: File };

/** Encodes the picture at this size. The quality is in percent. */
type Encode<File> = (size: Size, quality: number) => Promise<File>;

/** Qualities in percent between which the search looks. A lower quality shows ugly blocks. */
export const sensible = { least: 50, most: 95 } as const;

/** The search ends if the file uses this share of the limit, or if the qualities are this close. */
const enoughShare = 0.95;
const closeQualities = 2;

/** Share of the limit that a picture uses at the lowest quality after it was scaled down. */
const roomAfterScaling = 0.7;

const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.floor(width * scale)),
  height: Math.max(1, Math.floor(height * scale)),
});

/**
 * Returns the quality at which the file probably has the limit's size. File sizes grow
 * exponentially with the quality, so the logarithm of the size is interpolated.
 */
function nextQuality(low: Tried, high: Tried, maxBytes: number): number {
  const span = Math.log(high.bytes / low.bytes);
  const share = span > 0 ? Math.log(maxBytes / low.bytes) / span : 0.5;
  const guess = Math.floor(low.quality + share * (high.quality - low.quality));
  return Math.min(high.quality - 1, Math.max(low.quality + 1, guess));
}

type Tried = { quality: number; bytes: number };

/** Returns the file with the best quality found below the limit. `lowest` is below the limit. */
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
 * Makes the file. With a limit, the file is never larger than the limit: the best quality below the
 * limit is searched, and the picture is scaled down only if the lowest sensible quality is still
 * too large. Throws if even one pixel is too large.
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
