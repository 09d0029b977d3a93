import sharp from 'sharp';
import type { Photo } from '../image/photo.ts';
import { type TextMap, type TextNetwork, textMapOf } from './text-map.ts';
import { cornersOf, type TiltedBox } from './tilted-box.ts';

/**
 * Lines that are longer than this multiple of their height are not checked. The network alone takes
 * an eye or a cup for a letter, but hardly anything for a long line.
 */
const checkedLength = 4;
/** Heights of the line in the second look, in pixels. At these heights, it finds letters only. */
const heights = [36, 48];
/** The second look shows the surroundings up to this multiple of the line's height. */
const surroundings = 2;
/** The middle part of a line, as a share of its sides. */
const middle = 0.6;
const steps = 12;
const leastMean = 0.2;

/** True if a second look at the line, in a suitable size, finds text again. */
export async function isConfirmed(
  photo: Photo,
  line: TiltedBox,
  network: TextNetwork,
): Promise<boolean> {
  const [height, length] = [line.width, line.height].toSorted((a, b) => a - b) as [number, number];
  if (length > checkedLength * height) return true;
  const area = areaAround(photo, line, surroundings * height);
  const part = { ...photo, ...area, alpha: null, rgb: await cut(photo, area) };
  for (const target of heights) {
    const factor = target / height;
    const size = {
      width: Math.max(1, Math.round(area.width * factor)),
      height: Math.max(1, Math.round(area.height * factor)),
    };
    const map = await textMapOf(part, size, network, async () => {});
    const { x, y } = line.centre;
    const centre = { x: (x - area.left) * factor, y: (y - area.top) * factor };
    const box = { ...line, centre, width: line.width * factor, height: line.height * factor };
    if (meanIn(map, box) >= leastMean) return true;
  }
  return false;
}

function areaAround({ width, height }: Photo, line: TiltedBox, extra: number) {
  const xs = cornersOf(line).map(({ x }) => x);
  const ys = cornersOf(line).map(({ y }) => y);
  const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)));
  const left = within(Math.min(...xs) - extra, width - 1);
  const top = within(Math.min(...ys) - extra, height - 1);
  const right = within(Math.max(...xs) + extra, width);
  const bottom = within(Math.max(...ys) + extra, height);
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

const cut = (
  { width, height, rgb }: Photo,
  area: { left: number; top: number; width: number; height: number },
): Promise<Uint8Array> =>
  sharp(rgb, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .extract(area)
    .raw()
    .toBuffer();

/** Returns the mean of the map in the middle of the box, 0 to 1. */
function meanIn(map: TextMap, { centre, width, height, angle }: TiltedBox): number {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let sum = 0;
  for (let row = 0; row < steps; row += 1) {
    for (let column = 0; column < steps; column += 1) {
      const along = ((column + 0.5) / steps - 0.5) * width * middle;
      const across = ((row + 0.5) / steps - 0.5) * height * middle;
      const x = Math.floor(centre.x + along * cos - across * sin);
      const y = Math.floor(centre.y + along * sin + across * cos);
      if (x < 0 || y < 0 || x >= map.width || y >= map.height) continue;
      sum += map.values[y * map.width + x] ?? 0;
    }
  }
  return sum / (steps * steps * 255);
}
