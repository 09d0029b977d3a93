import sharp from 'sharp';

export interface Picture {
  width: number;
  height: number;
  rgb: Uint8Array;
  /** one byte per pixel; absent or null: opaque */
  alpha?: Uint8Array | null;
  /** quality of the JPEG that the pixels come from, 1 to 100; absent or null: unknown */
  jpegQuality?: number | null;
}

/** Averages 2 × 2 pixels. */
export async function halve({ width, height, rgb, alpha }: Picture): Promise<Picture> {
  const size = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const half = (data: Uint8Array, channels: 1 | 3) =>
    sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
      .resize(size.width, size.height, { fit: 'fill', kernel: 'linear' })
      .toColourspace(channels === 1 ? 'b-w' : 'srgb')
      .raw()
      .toBuffer();
  return { ...size, rgb: await half(rgb, 3), alpha: alpha ? await half(alpha, 1) : null };
}

/** Adds the change of a half-size copy to a picture, interpolated. */
export function addCoarseChange(picture: Picture, half: Picture, changed: Uint8Array): Picture {
  const { width, height } = picture;
  const rgb = new Uint8Array(picture.rgb.length);
  const columns = places(width, half.width);
  const rows = places(height, half.height);
  const change = (row: number, column: number, colour: number) => {
    const index = (row * half.width + column) * 3 + colour;
    return (changed[index] ?? 0) - (half.rgb[index] ?? 0);
  };
  for (let y = 0; y < height; y += 1) {
    const { first: top, second: bottom, weight: down } = rows[y] ?? origin;
    for (let x = 0; x < width; x += 1) {
      const { first: left, second: right, weight: along } = columns[x] ?? origin;
      for (let colour = 0; colour < 3; colour += 1) {
        const above = change(top, left, colour) * (1 - along) + change(top, right, colour) * along;
        const below =
          change(bottom, left, colour) * (1 - along) + change(bottom, right, colour) * along;
        const index = (y * width + x) * 3 + colour;
        const value = (picture.rgb[index] ?? 0) + above * (1 - down) + below * down;
        rgb[index] = Math.max(0, Math.min(255, Math.round(value)));
      }
    }
  }
  return { ...picture, rgb };
}

const origin = { first: 0, second: 0, weight: 0 };

function places(length: number, halfLength: number) {
  return Array.from({ length }, (_, index) => {
    const position = Math.max(
      0,
      Math.min(halfLength - 1, ((index + 0.5) * halfLength) / length - 0.5),
    );
    const first = Math.floor(position);
    return { first, second: Math.min(halfLength - 1, first + 1), weight: position - first };
  });
}
