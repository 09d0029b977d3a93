import sharp from 'sharp';
import { bundledPhoto } from './pictures.ts';
import { addNoise, type Picture, pixelsOf } from './quality.ts';

/** The bundled photos: a portrait, fur, a still life and a night scene. */
export const photos = ['astronaut.png', 'chelsea.png', 'coffee.png', 'rocket.jpg'] as const;

export const bundled = (name: string): Promise<Picture> => pixelsOf(sharp(bundledPhoto(name)));

export const rawOf = ({ width, height, rgb }: Picture) =>
  sharp(rgb, { raw: { width, height, channels: 3 } });

export const withNoise = (picture: Picture, sigma: number): Picture => ({
  ...picture,
  rgb: addNoise(Buffer.from(picture.rgb), sigma),
});

export const compressed = async (picture: Picture, quality: number): Promise<Picture> =>
  pixelsOf(sharp(await rawOf(picture).jpeg({ quality }).toBuffer()));

/** Applies `value` to every byte of the picture. */
export const changed = (picture: Picture, value: (old: number) => number): Picture => ({
  ...picture,
  rgb: picture.rgb.map((old) => Math.round(value(old))),
});

export const dark = (old: number) => 153 * (old / 255) ** 1.6;

async function halved({ width, height, rgb }: Picture): Promise<Picture> {
  return pixelsOf(rawOf({ width, height, rgb }).resize(width >> 1, height >> 1, { fit: 'fill' }));
}

const same = async (original: Picture) => original;

/** Test cases. Each one makes an input, and the original with which the result is compared. */
export const degradations: readonly {
  name: string;
  original(photo: Picture): Promise<Picture>;
  degrade(original: Picture): Promise<Picture>;
}[] = [
  { name: 'clean', original: same, degrade: same },
  { name: 'noise 15', original: same, degrade: async (photo) => withNoise(photo, 15) },
  { name: 'noise 25', original: same, degrade: async (photo) => withNoise(photo, 25) },
  { name: 'JPEG 25', original: same, degrade: (photo) => compressed(photo, 25) },
  { name: 'dark', original: same, degrade: async (photo) => changed(photo, dark) },
  {
    name: 'dark, noise 15',
    original: same,
    degrade: async (photo) => withNoise(changed(photo, dark), 15),
  },
  { name: 'soft', original: same, degrade: async (photo) => pixelsOf(rawOf(photo).blur(0.9)) },
  { name: 'half size, JPEG 50', original: halved, degrade: (photo) => compressed(photo, 50) },
];

/** Returns a photo, and a copy as a poor camera or a messenger app would save it. */
export async function degraded(photo: string, row: (typeof degradations)[number]) {
  const original = await row.original(await bundled(photo));
  return { original, input: await row.degrade(original) };
}
