import type { Region } from '../image/outputs.ts';
import type { Photo } from '../image/photo.ts';
import { averageCells, nearest, rowsOf, smooth } from './cells.ts';
import type { Outline } from './outline.ts';

/** Kinds of covers: smooth colours, squares of one colour each, or one fixed colour. */
type CoverKind = 'blur' | 'pixels' | 'solid';

interface Rows {
  /** position of the first row in the photo, pixels */
  top: number;
  rows: number;
  /** width of the photo */
  width: number;
  /** true at a pixel that stays visible */
  isRemoved(x: number, y: number): boolean;
}

export interface Patch {
  /** draws the patch over the given rows */
  apply(rgb: Uint8Array, rows: Rows): void;
}

/** Width of the edge of squares and solid covers, in pixels. It only smooths the outline. */
const hardEdge = 1;
/** Grey level of a solid cover, nearly black. It is the same for every cover. */
const solidLevel = 24;

/** Prepares the cover of one outline, from the unchanged photo. */
export async function patchOf(photo: Photo, outline: Outline, kind: CoverKind): Promise<Patch> {
  const edge = kind === 'blur' ? Math.max(hardEdge, outline.softness) : hardEdge;
  const region = regionOf(photo, outline, edge);
  const cells = kind === 'solid' ? null : await averageCells(photo, region, outline.cell);
  const coverAt = cells && rowsOf(cells, region, kind === 'pixels' ? nearest : smooth);
  return {
    apply(rgb, { top, rows, width, isRemoved }) {
      const first = Math.max(top, region.top);
      const last = Math.min(top + rows, region.top + region.height);
      for (let y = first; y < last; y += 1) {
        const cover = coverAt?.(y - region.top);
        for (let x = region.left; x < region.left + region.width; x += 1) {
          const weight = weightAt(outline.distance(x + 0.5, y + 0.5) / edge);
          if (weight === 0 || isRemoved(x, y)) continue;
          const to = ((y - top) * width + x) * 3;
          const from = (x - region.left) * 3;
          for (let colour = 0; colour < 3; colour += 1) {
            const old = rgb[to + colour] ?? 0;
            const level = cover?.[from + colour] ?? solidLevel;
            rgb[to + colour] = Math.round(old + (level - old) * weight);
          }
        }
      }
    },
  };
}

/** Returns 1 inside the outline, 0 outside its edge, and a smooth step in between. */
function weightAt(distance: number): number {
  if (distance <= 0) return 1;
  if (distance >= 1) return 0;
  const rest = 1 - distance;
  return rest * rest * (3 - 2 * rest);
}

/** Returns the part of the photo that the outline and its edge cover, at least one pixel. */
function regionOf({ width, height }: Photo, { box }: Outline, edge: number): Region {
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
  const left = within(Math.floor(box.left - edge), width - 1);
  const top = within(Math.floor(box.top - edge), height - 1);
  const right = within(Math.ceil(box.left + box.width + edge), width);
  const bottom = within(Math.ceil(box.top + box.height + edge), height);
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}
