import type { Photo } from '../image/photo.ts';
import { isConfirmed } from './confirm.ts';
import { type Line, linesIn } from './lines.ts';
import { type TextNetwork, textMapOf } from './text-map.ts';
import { cornersOf, positionIn, type TiltedBox } from './tilted-box.ts';

/** Longest side of the first look, in pixels. It finds large letters. */
const wholeSide = 960;
/** A small photo is enlarged at most by this factor. */
const largestScale = 2;
/** The second look at a larger photo uses a copy of this many pixels, to end within seconds. */
const mostPixels = 24_000_000;
/** Share of the work that is done before lines are confirmed. */
const searchShare = 0.8;

/**
 * Finds lines of text, in pixels of the photo. Looks at the whole photo, and then at a large photo
 * in parts, where small letters are found. A second look checks each short line.
 */
export async function detectText(
  photo: Photo,
  network: TextNetwork,
  onProgress: (fraction: number) => Promise<void>,
): Promise<Line[]> {
  const longest = Math.max(photo.width, photo.height);
  const whole = Math.min(largestScale, wholeSide / longest);
  const full = Math.min(1, Math.sqrt(mostPixels / (photo.width * photo.height)));
  const scales = whole < full ? [whole, full] : [whole];
  const lines: Line[] = [];
  for (const [index, scale] of scales.entries()) {
    const size = { width: scaledSide(photo.width, scale), height: scaledSide(photo.height, scale) };
    const map = await textMapOf(photo, size, network, (done) =>
      onProgress((searchShare * (index + done)) / scales.length),
    );
    for (const line of linesIn(map)) lines.push(enlarged(line, 1 / scale));
  }
  const found = withoutRepeats(lines);
  const confirmed: Line[] = [];
  for (const [index, line] of found.entries()) {
    if (await isConfirmed(photo, line, network)) confirmed.push(line);
    await onProgress(searchShare + ((1 - searchShare) * (index + 1)) / found.length);
  }
  return confirmed;
}

const scaledSide = (side: number, scale: number) => Math.max(1, Math.round(side * scale));

const enlarged = ({ centre, width, height, angle, score }: Line, factor: number): Line => ({
  centre: { x: centre.x * factor, y: centre.y * factor },
  width: width * factor,
  height: height * factor,
  angle,
  score,
});

/** Leaves out lines that lie within a larger line. */
function withoutRepeats(lines: readonly Line[]): Line[] {
  const kept: Line[] = [];
  const bySize = lines.toSorted((a, b) => b.width * b.height - a.width * a.height);
  for (const line of bySize) if (!kept.some((larger) => contains(larger, line))) kept.push(line);
  return kept;
}

/** A line may reach beyond the larger line by this share of its own height. */
const tolerance = 0.15;

function contains(larger: TiltedBox, line: TiltedBox): boolean {
  const extra = tolerance * Math.min(line.width, line.height);
  return cornersOf(line).every(({ x, y }) => {
    const at = positionIn(larger, x, y);
    return (
      Math.abs(at.x) <= larger.width / 2 + extra && Math.abs(at.y) <= larger.height / 2 + extra
    );
  });
}
