import { join } from './interleave.ts';
import type { Photo } from './photo.ts';
import type { RowSink } from './tiff-sink.ts';

const rowsAtOnce = 128;

interface Rows {
  photo: Photo;
  sink: RowSink;
  /** changes a copy of some rows in place; `top` is the position of the first row in the photo */
  change(rgb: Uint8Array, top: number, rows: number): void;
  /** awaited after some rows; rejects if the job must stop */
  onRows(fraction: number): Promise<void>;
}

/** Writes a result of the photo's size, a few rows at a time. The opacity is copied. */
export async function writeRows({ photo, sink, change, onRows }: Rows): Promise<void> {
  const { width, height, alpha } = photo;
  for (let top = 0; top < height; top += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, height - top);
    // slice() of a Buffer would not copy, so `change` would modify the photo.
    const rgb = new Uint8Array(photo.rgb.subarray(top * width * 3, (top + rows) * width * 3));
    change(rgb, top, rows);
    await sink.write(alpha ? join(rgb, alpha.subarray(top * width, (top + rows) * width)) : rgb);
    await onRows((top + rows) / height);
  }
}
