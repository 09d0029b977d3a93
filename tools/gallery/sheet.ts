import type { Picture } from './picture.ts';

export type Place = { x: number; y: number; width: number; height: number };
type Size = Pick<Picture, 'width' | 'height'>;

/** Pixels; similar pictures are placed side by side, where they compress best. */
const sheetWidth = 1960;
/** The limit of WebP. */
const highest = 16_383;

/** Places in rows from left to right; a row is as high as its highest picture. */
export function arrange(sizes: readonly Size[]): Place[] {
  let x = 0;
  let y = 0;
  let rowHeight = 0;
  return sizes.map(({ width, height }) => {
    if (x > 0 && x + width > sheetWidth) {
      y += rowHeight;
      x = 0;
      rowHeight = 0;
    }
    const place = { x, y, width, height };
    x += width;
    rowHeight = Math.max(rowHeight, height);
    return place;
  });
}

const bytes = 4;

function copy(from: Picture, fromAt: Place, to: Picture, toAt: Place): void {
  for (let row = 0; row < fromAt.height; row += 1) {
    const start = ((fromAt.y + row) * from.width + fromAt.x) * bytes;
    const end = start + fromAt.width * bytes;
    const target = ((toAt.y + row) * to.width + toAt.x) * bytes;
    from.pixels.copy(to.pixels, target, start, end);
  }
}

const whole = ({ width, height }: Size): Place => ({ x: 0, y: 0, width, height });

const blank = (width: number, height: number): Picture => ({
  width,
  height,
  pixels: Buffer.alloc(width * height * bytes),
});

/** @throws a sentence when they do not fit on one sheet */
export function compose(pictures: readonly Picture[]): { sheet: Picture; places: Place[] } {
  const places = arrange(pictures);
  const width = Math.max(...places.map((place) => place.x + place.width));
  const height = Math.max(...places.map((place) => place.y + place.height));
  if (height > highest) throw new Error(`${pictures.length} pictures do not fit on one sheet.`);
  const sheet = blank(width, height);
  for (const [index, picture] of pictures.entries()) {
    copy(picture, whole(picture), sheet, places[index] as Place);
  }
  return { sheet, places };
}

export function cut(sheet: Picture, place: Place): Picture {
  const picture = blank(place.width, place.height);
  copy(sheet, place, picture, whole(picture));
  return picture;
}
