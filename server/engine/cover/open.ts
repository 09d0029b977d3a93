import { type FoundRegion, overlapOf, type Region } from '../../../machines/model/regions.ts';
import type { Box } from '../faces/look.ts';
import type { Shape } from './outline.ts';

type Size = { width: number; height: number };

/** Something to cover, with the upright rectangle around it. */
export interface Finding {
  shows: FoundRegion['shows'];
  box: Box;
  outline: Shape;
}

/** Boxes that overlap less than this share belong to different findings. */
const sameOverlap = 0.5;

const within = (value: number) => Math.min(1, Math.max(0, value));

/** Converts the visible part of a box to fractions of the photo's width and height. */
function regionOf({ left, top, width, height }: Box, photo: Size): Region {
  const from = { x: within(left / photo.width), y: within(top / photo.height) };
  const to = { x: within((left + width) / photo.width), y: within((top + height) / photo.height) };
  return { left: from.x, top: from.y, width: to.x - from.x, height: to.y - from.y };
}

/** Rounds to the parts in which regions are written, to keep the answer short. */
const rounded = (share: number) => Math.round(share * 10_000) / 10_000;

function coverOf({ points, cell, softness }: Shape, { width, height }: Size): FoundRegion['cover'] {
  const long = Math.max(width, height);
  return {
    points: points.map(({ x, y }) => ({ x: rounded(x / width), y: rounded(y / height) })),
    cell: cell / long,
    softness: softness / long,
  };
}

/** Returns the findings as fractions of the photo's width and height, from left to right. */
export function regionsOf(findings: readonly Finding[], photo: Size): FoundRegion[] {
  return findings
    .map(({ shows, box, outline }) => ({
      shows,
      ...regionOf(box, photo),
      cover: coverOf(outline, photo),
    }))
    .toSorted((a, b) => a.left - b.left || a.top - b.top);
}

/**
 * Returns the findings to cover. Each region of `open` leaves only one finding uncovered: the one
 * with the largest overlap. If in doubt, a finding stays covered.
 */
export function findingsToCover<One extends Finding>(
  findings: readonly One[],
  open: readonly Region[],
  photo: Size,
): One[] {
  const pairs = findings.flatMap((finding) => {
    const at = regionOf(finding.box, photo);
    return open.map((region) => ({ finding, region, overlap: overlapOf(at, region) }));
  });
  const opened = new Set<One>();
  const spent = new Set<Region>();
  for (const { finding, region, overlap } of pairs.toSorted((a, b) => b.overlap - a.overlap)) {
    if (overlap < sameOverlap) break;
    if (opened.has(finding) || spent.has(region)) continue;
    opened.add(finding);
    spent.add(region);
  }
  return findings.filter((finding) => !opened.has(finding));
}
