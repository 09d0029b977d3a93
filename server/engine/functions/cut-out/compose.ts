import type { Region } from '../../image/outputs.ts';
import type { Photo } from '../../image/photo.ts';
import type { MatteRows } from '../../matte/matte-rows.ts';
import type { Background } from './background.ts';
import type { Shadow } from './shadow.ts';

export interface Scene {
  photo: Photo;
  object: MatteRows;
  /** the area that the result shows, in pixels of the photo; may extend beyond the photo */
  frame: Region;
  background: Background;
  isTransparent: boolean;
  shadow: Shadow | null;
}

type Cut = ReturnType<MatteRows['read']>;

/**
 * Returns some rows of the finished picture. `top` is the position of the first row in the frame.
 */
export function composeRows(scene: Scene, top: number, rows: number): Uint8Array {
  const { photo, object, frame, isTransparent } = scene;
  const channels = isTransparent ? 4 : 3;
  const result = new Uint8Array(frame.width * rows * channels);
  const from = Math.max(0, Math.min(photo.height, frame.top + top));
  const to = Math.max(from, Math.min(photo.height, frame.top + top + rows));
  const cut = object.read(from, to - from);
  for (let row = 0; row < rows; row += 1) {
    const y = frame.top + top + row;
    const isInPhoto = y >= from && y < to;
    const start = isInPhoto ? (y - from) * photo.width : null;
    composeRow(scene, cut, { y: top + row, start, result, at: row * frame.width * channels });
  }
  return result;
}

interface Row {
  y: number;
  /**
   * index of the first pixel of this row in the rows that were read from the photo; null if the row
   * lies outside the photo
   */
  start: number | null;
  result: Uint8Array;
  at: number;
}

function composeRow(scene: Scene, { rgb, alpha }: Cut, row: Row): void {
  const { photo, frame, isTransparent } = scene;
  const { y, start, result } = row;
  const behind = scene.background(y);
  const shadow = scene.shadow?.row(y);
  const channels = isTransparent ? 4 : 3;
  for (let x = 0; x < frame.width; x += 1) {
    const to = row.at + x * channels;
    const column = frame.left + x;
    const isInPhoto = start !== null && column >= 0 && column < photo.width;
    const pixel = isInPhoto ? start + column : 0;
    const share = isInPhoto ? (alpha[pixel] ?? 0) / 255 : 0;
    const dark = shadow ? (shadow[x] ?? 0) : 0;
    // The layers from top to bottom are: the object, its black shadow, the background.
    const opacity = isTransparent ? share + dark * (1 - share) : 1;
    const lit = isTransparent ? 0 : (1 - dark) * (1 - share);
    if (isTransparent) result[to + 3] = Math.round(opacity * 255);
    if (opacity === 0) continue;
    for (let channel = 0; channel < 3; channel += 1) {
      const own = (rgb[pixel * 3 + channel] ?? 0) * share;
      const other = (behind[x * 3 + channel] ?? 0) * lit;
      result[to + channel] = Math.round((own + other) / opacity);
    }
  }
}
