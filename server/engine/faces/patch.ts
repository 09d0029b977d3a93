import sharp from 'sharp';
import type { Region } from '../image/outputs.ts';
import type { Photo } from '../image/photo.ts';
import type { Box } from './look.ts';

/** The detector's box ends at brows and chin. The larger ellipse also covers hairline and ears. */
const widen = 1.45;
const heighten = 1.6;
/**
 * The mask is opaque inside the ellipse. The mask becomes transparent at this multiple of the
 * ellipse's radius.
 */
const fadeTo = 1.25;
/** Number of averaged cells across a face: too few for people or networks to recognise it. */
const cellsAcross = 6;

interface Rows {
  /** position of the first row in the photo, pixels */
  top: number;
  rows: number;
  /** width of the photo */
  width: number;
}

export interface FacePatch {
  /** draws the patch over the given rows */
  apply(rgb: Uint8Array, rows: Rows): void;
}

/** Kinds of patches: smooth colours, squares of one colour each, or one fixed colour. */
type PatchKind = 'blur' | 'pixels' | 'solid';

/** Prepares the ellipse that hides a face, from the unchanged photo. */
export async function patchFace(photo: Photo, face: Box, kind: PatchKind): Promise<FacePatch> {
  const centre = { x: face.left + face.width / 2, y: face.top + face.height / 2 };
  const radius = { x: (face.width * widen) / 2, y: (face.height * heighten) / 2 };
  const region = regionAround(photo, centre, radius);
  const cover = await coverOf(kind, photo, region, (face.width * widen) / cellsAcross);
  return {
    apply(rgb, { top, rows, width }) {
      const first = Math.max(top, region.top);
      const last = Math.min(top + rows, region.top + region.height);
      for (let y = first; y < last; y += 1) {
        for (let x = region.left; x < region.left + region.width; x += 1) {
          const distance = Math.hypot(
            (x + 0.5 - centre.x) / radius.x,
            (y + 0.5 - centre.y) / radius.y,
          );
          const weight = maskAt(distance);
          if (weight === 0) continue;
          const to = ((y - top) * width + x) * 3;
          const from = ((y - region.top) * region.width + x - region.left) * 3;
          for (let colour = 0; colour < 3; colour += 1) {
            const old = rgb[to + colour] ?? 0;
            const value = old + ((cover[from + colour] ?? 0) - old) * weight;
            rgb[to + colour] = Math.round(value);
          }
        }
      }
    },
  };
}

function maskAt(distance: number): number {
  if (distance <= 1) return 1;
  if (distance >= fadeTo) return 0;
  const rest = (fadeTo - distance) / (fadeTo - 1);
  return rest * rest * (3 - 2 * rest);
}

function regionAround(
  { width, height }: Photo,
  centre: { x: number; y: number },
  radius: { x: number; y: number },
): Region {
  const left = Math.max(0, Math.floor(centre.x - radius.x * fadeTo));
  const top = Math.max(0, Math.floor(centre.y - radius.y * fadeTo));
  const right = Math.min(width, Math.ceil(centre.x + radius.x * fadeTo));
  const bottom = Math.min(height, Math.ceil(centre.y + radius.y * fadeTo));
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** Grey level of `solid`, nearly black. It is the same for every face. */
const solidLevel = 24;

/** Averages cells of `cell` pixels. `blur` interpolates between the cells. */
async function coverOf(
  kind: PatchKind,
  { width, height, rgb }: Photo,
  region: Region,
  cell: number,
): Promise<Uint8Array> {
  if (kind === 'solid') return new Uint8Array(region.width * region.height * 3).fill(solidLevel);
  const columns = Math.max(2, Math.round(region.width / cell));
  const rows = Math.max(2, Math.round(region.height / cell));
  const cells = await sharp(rgb, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .extract(region)
    .resize(columns, rows, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  return sharp(cells, { raw: { width: columns, height: rows, channels: 3 } })
    .resize(region.width, region.height, {
      fit: 'fill',
      kernel: kind === 'pixels' ? 'nearest' : 'cubic',
    })
    .raw()
    .toBuffer();
}
