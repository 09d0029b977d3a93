interface Picture {
  width: number;
  height: number;
  /** changed in place */
  rgb: Uint8Array;
  alpha: Uint8Array;
}

/**
 * Pixels with at least this opacity keep their own colour. Fainter pixels are mixed with their
 * neighbours.
 */
export const solidFrom = 16;
const unreached = 65_535;

/**
 * Replaces the colour behind transparency, which is arbitrary and often black, with the colour of
 * the nearest visible pixel. Filters, statistics and networks then never read the arbitrary colour.
 * Faint pixels are mixed in proportion to their opacity.
 */
export function replaceHiddenColour(picture: Picture): void {
  const { width, height, rgb, alpha } = picture;
  const distance = new Uint16Array(width * height);
  let isNeeded = false;
  for (let pixel = 0; pixel < alpha.length; pixel += 1) {
    if ((alpha[pixel] ?? 0) >= solidFrom) continue;
    distance[pixel] = unreached;
    isNeeded = true;
  }
  if (!isNeeded) return;
  const faint = keepFaint(rgb, alpha);
  const spread = new Spread(picture, distance);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) spread.take(x, y, -1);
  }
  for (let y = height - 1; y >= 0; y -= 1) {
    for (let x = width - 1; x >= 0; x -= 1) spread.take(x, y, 1);
  }
  mixFaint(picture, distance, faint);
}

/**
 * Copies colours from neighbours nearer to a visible pixel (chamfer distance with costs 3 and 4).
 */
class Spread {
  readonly #picture: Picture;
  readonly #distance: Uint16Array;

  constructor(picture: Picture, distance: Uint16Array) {
    this.#picture = picture;
    this.#distance = distance;
  }

  /**
   * Takes the colour of a nearer neighbour. `side` -1 compares the left neighbour and the row
   * above, `side` 1 the right neighbour and the row below.
   */
  take(x: number, y: number, side: -1 | 1): void {
    const { width } = this.#picture;
    const pixel = y * width + x;
    if (this.#distance[pixel] === 0) return;
    this.#try(pixel, x + side, y, 3);
    for (let step = -1; step <= 1; step += 1) {
      this.#try(pixel, x + step, y + side, step === 0 ? 3 : 4);
    }
  }

  #try(pixel: number, x: number, y: number, cost: number): void {
    const { width, height, rgb } = this.#picture;
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    const from = y * width + x;
    const reached = (this.#distance[from] ?? unreached) + cost;
    if (reached >= (this.#distance[pixel] ?? 0)) return;
    this.#distance[pixel] = reached;
    rgb[pixel * 3] = rgb[from * 3] ?? 0;
    rgb[pixel * 3 + 1] = rgb[from * 3 + 1] ?? 0;
    rgb[pixel * 3 + 2] = rgb[from * 3 + 2] ?? 0;
  }
}

/** Returns the colours of the faint pixels, in order. */
function keepFaint(rgb: Uint8Array, alpha: Uint8Array): Uint8Array {
  const isFaint = (value: number) => value > 0 && value < solidFrom;
  const kept = new Uint8Array(alpha.reduce((sum, value) => sum + (isFaint(value) ? 3 : 0), 0));
  let to = 0;
  for (let pixel = 0; pixel < alpha.length; pixel += 1) {
    if (!isFaint(alpha[pixel] ?? 0)) continue;
    kept.set(rgb.subarray(pixel * 3, pixel * 3 + 3), to);
    to += 3;
  }
  return kept;
}

function mixFaint({ rgb, alpha }: Picture, distance: Uint16Array, faint: Uint8Array): void {
  let from = 0;
  for (let pixel = 0; pixel < alpha.length; pixel += 1) {
    const opacity = alpha[pixel] ?? 0;
    if (opacity >= solidFrom) continue;
    const isReached = distance[pixel] !== unreached;
    // If no pixel is solid, faint pixels keep their colour, and all hidden pixels become grey.
    const weight = isReached ? opacity / solidFrom : 1;
    for (let colour = 0; colour < 3; colour += 1) {
      const at = pixel * 3 + colour;
      const own = opacity > 0 ? (faint[from + colour] ?? 0) : isReached ? 0 : 128;
      rgb[at] = Math.round((isReached ? (rgb[at] ?? 0) : own) * (1 - weight) + own * weight);
    }
    if (opacity > 0) from += 3;
  }
}
