import { overlapOf } from '../../../machines/model/regions.ts';
import { type Candidate, type Detector, detectIn, type Searched, type Square } from './look.ts';

/** The first pass accepts uncertain faces, because the second pass decides. */
const glanceScore = 0.3;
const sureScore = 0.6;
/**
 * Candidates above this score skip the second pass. In a crowd with hundreds of faces the second
 * pass would take too long.
 */
const beyondDoubt = 0.95;
/**
 * Side lengths of the squares in the second pass, as multiples of the face. The surroundings
 * distinguish a human face from a cat's.
 */
const secondPassFactors = [2, 3];
const sameFaceOverlap = 0.35;

/**
 * A photo whose longer side exceeds `wholeUpTo` pixels is also searched in parts. Parts are divided
 * again down to `smallestPart`.
 */
const wholeUpTo = 700;
const smallestPart = 1600;
/**
 * The photo is surrounded by a black border. This factor is the side length with the border,
 * relative to the side length of the photo. Without the border, a face that fills the photo is not
 * found.
 */
const stepBack = 1.6;

/**
 * Finds faces, sorted by score. Searches the whole photo, and also parts of a large photo. A second
 * pass checks each candidate, because the detector alone accepts the close-up of a cat.
 */
export async function detectFaces(
  photo: Searched,
  detector: Detector,
  onProgress: (fraction: number) => Promise<void>,
): Promise<Candidate[]> {
  const squares = squaresOf(photo);
  const glances: Candidate[] = [];
  for (const [index, square] of squares.entries()) {
    glances.push(...(await detectIn(photo, square, detector, glanceScore)));
    await onProgress((0.6 * (index + 1)) / squares.length);
  }
  // Checks all candidates without a limit. Otherwise some faces of a crowd would remain visible in
  // a successful result.
  const candidates = withoutRepeats(glances);
  const faces: Candidate[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const face = await confirm(photo, candidate, detector);
    if (face) faces.push(face);
    await onProgress(0.6 + (0.4 * (index + 1)) / candidates.length);
  }
  await onProgress(1);
  return withoutRepeats(faces);
}

function squaresOf({ width, height }: Searched): Square[] {
  const long = Math.max(width, height);
  const far = long * stepBack;
  const squares = [
    { left: 0, top: 0, side: long },
    { left: (width - far) / 2, top: (height - far) / 2, side: far },
  ];
  if (long <= wholeUpTo) return squares;
  let side = long;
  do {
    side = Math.round(side === long ? long * 0.75 : side / 2);
    for (const top of startsOf(height, side)) {
      for (const left of startsOf(width, side)) squares.push({ left, top, side });
    }
  } while (side > smallestPart);
  return squares;
}

/**
 * Returns the start positions of parts that overlap by a third. A face at the edge of one part is
 * then complete in the next part.
 */
function startsOf(length: number, side: number): number[] {
  const count = Math.max(1, Math.ceil((length - side / 3) / ((side * 2) / 3)));
  const last = Math.max(0, length - side);
  return Array.from({ length: count }, (_, index) =>
    Math.round(count === 1 ? last / 2 : (last * index) / (count - 1)),
  );
}

async function confirm(
  photo: Searched,
  candidate: Candidate,
  detector: Detector,
): Promise<Candidate | undefined> {
  const size = Math.max(candidate.width, candidate.height);
  const centreX = candidate.left + candidate.width / 2;
  const centreY = candidate.top + candidate.height / 2;
  let face: Candidate | undefined;
  for (const factor of secondPassFactors) {
    const side = size * factor;
    const square = { left: centreX - side / 2, top: centreY - side / 2, side };
    const seen = (await detectIn(photo, square, detector, glanceScore))
      .filter((found) => overlapOf(found, candidate) >= sameFaceOverlap)
      .toSorted((a, b) => b.score - a.score)[0];
    if (seen && seen.score > (face?.score ?? sureScore)) face = seen;
    if (face && face.score > beyondDoubt) break;
  }
  return face;
}

/** Keeps only the best of several overlapping boxes, and sorts the boxes by score. */
function withoutRepeats(candidates: Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of candidates.toSorted((a, b) => b.score - a.score)) {
    if (kept.every((other) => overlapOf(other, candidate) < sameFaceOverlap)) kept.push(candidate);
  }
  return kept;
}
