import { afterEach, beforeEach, expect, it, test, vi } from 'vitest';
import { previewBody } from '../../../contract/ai-function.ts';
import { failureOf } from '../../../machines/ports/port-failure.ts';
import { memoryPhoto } from '../memory/memory-samples.ts';
import { createCropping } from './create-cropping.ts';
import { type CropRequest, createCropper, cropFromPhoto } from './crop-photo.ts';
import type { Canvas } from './shrink-photo.ts';

type Drawn = { canvas: { width: number; height: number }; from: number[]; type: string };

let bitmap: { width: number; height: number; close: () => void };
let drawn: Drawn[];
/**
 * position of the fine detail in the photo, as shares of width and height, or null if there is no
 * detail
 */
let detail: { x: number; y: number } | null;
let alpha: number;
/** bytes per pixel of the encoded file: at most 3, or 4 with transparency */
let bytesOfPixel: number;

/** Returns the pixels of a grey picture without detail. */
function pixelsOf(width: number, height: number): Uint8ClampedArray {
  const data = new Uint8ClampedArray(width * height * 4).fill(90);
  for (let at = 3; at < data.length; at += 4) data[at] = alpha;
  if (!detail) return data;
  for (let down = -7; down <= 7; down += 1) {
    for (let across = -7; across <= 7; across += 2) {
      const [x, y] = [Math.floor(detail.x * width) + across, Math.floor(detail.y * height) + down];
      if (x >= 0 && x < width && y >= 0 && y < height) data[(y * width + x) * 4] = 250;
    }
  }
  return data;
}

function createCanvas(width: number, height: number): Canvas {
  const one: Drawn = { canvas: { width, height }, from: [], type: '' };
  drawn.push(one);
  const context = {
    drawImage: (_bitmap: unknown, ...from: number[]) => {
      one.from = from;
    },
    getImageData: (_x: number, _y: number, w: number, h: number) => ({ data: pixelsOf(w, h) }),
  };
  return {
    getContext: () => context,
    async convertToBlob({ type }: { type: string }) {
      one.type = type;
      const bytes = Math.max(3, Math.floor(bytesOfPixel * width * height));
      return new Blob(['cut'.padEnd(bytes)], { type });
    },
  } as unknown as Canvas;
}

beforeEach(() => {
  drawn = [];
  detail = null;
  alpha = 255;
  bytesOfPixel = 0;
  bitmap = { width: 2000, height: 1000, close: vi.fn() };
  vi.stubGlobal(
    'createImageBitmap',
    vi.fn(async () => bitmap),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const request = (over: Partial<CropRequest> = {}): CropRequest => ({
  id: 'photo-1',
  file: new Blob(['photo']),
  of: 'crop',
  side: 128,
  width: 2000,
  height: 1000,
  ...over,
});
const cut = (over?: Partial<CropRequest>) => cropFromPhoto(request(over), createCanvas);

test('cuts the pixels of the photo as they are, as a PNG', async () => {
  expect(await cut()).toMatchObject({ width: 128, height: 128, blob: { type: 'image/png' } });
  expect(drawn.at(-1)?.from).toEqual([936, 436, 128, 128, 0, 0, 128, 128]);
});

test('reads the photo upright and releases it', async () => {
  await cut();
  expect(createImageBitmap).toHaveBeenCalledWith(expect.anything(), {
    imageOrientation: 'from-image',
  });
  expect(bitmap.close).toHaveBeenCalledOnce();
});

test('cuts around the detail; squares of every size have the same centre', async () => {
  detail = { x: 0.7, y: 0.4 };
  const middles: number[][] = [];
  for (const side of [96, 128, 320]) {
    await cut({ side });
    const [left = 0, top = 0, width = 0, height = 0] = drawn.at(-1)?.from ?? [];
    middles.push([left + width / 2, top + height / 2]);
    expect(left).toBeLessThan(1400);
    expect(left + width).toBeGreaterThan(1400);
    expect(top).toBeLessThan(400);
    expect(top + height).toBeGreaterThan(400);
  }
  expect(new Set(middles.map(String)).size).toBe(1);
});

test('cuts around the given place, wherever the detail is, and reports the place', async () => {
  detail = { x: 0.7, y: 0.4 };
  const place = { x: 0.25, y: 0.5 };
  expect(await cut({ place })).toMatchObject({ place });
  expect(drawn.at(-1)?.from.slice(0, 4)).toEqual([436, 436, 128, 128]);
  expect((await cut({ of: 'whole', place })).place).toBeUndefined();
});

test('reports the place with the detail', async () => {
  detail = { x: 0.7, y: 0.4 };
  const { place = { x: 0, y: 0 } } = await cut();
  expect(Math.abs(place.x - 0.7)).toBeLessThan(0.04);
  expect(Math.abs(place.y - 0.4)).toBeLessThan(0.08);
});

test('stays inside if the detail is in the corner', async () => {
  detail = { x: 0.99, y: 0.98 };
  await cut({ side: 320 });
  expect(drawn.at(-1)?.from.slice(0, 4)).toEqual([1680, 680, 320, 320]);
});

test('crops as much of the photo as a square of the scaled-down upload', async () => {
  await cut({ width: 1000, height: 500 });
  expect(drawn.at(-1)?.from).toEqual([872, 372, 256, 256, 0, 0, 128, 128]);
});

it.each([
  [100, 60],
  [2000, 60],
  [20, 16],
  [1, 1],
])('crops at most the pixels of a photo of %i × %i', async (width, height) => {
  bitmap = { ...bitmap, width, height };
  const made = await cut({ width, height });
  expect(made).toMatchObject({ width: Math.min(width, 128), height: Math.min(height, 128) });
  const [left = 0, top = 0, wide = 0, high = 0] = drawn.at(-1)?.from ?? [];
  expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
  expect(left + wide).toBeLessThanOrEqual(width);
  expect(top + high).toBeLessThanOrEqual(height);
});

test('scales the whole photo down if the function needs the whole photo', async () => {
  expect(await cut({ of: 'whole', side: 384 })).toMatchObject({ width: 384, height: 192 });
  expect(drawn.at(-1)).toMatchObject({ from: [0, 0, 384, 192], type: 'image/jpeg' });
});

test('does not enlarge a small photo, and keeps transparency', async () => {
  alpha = 0;
  const made = await cut({ of: 'whole', side: 384, width: 40, height: 20 });
  expect(made).toMatchObject({ width: 40, height: 20 });
  expect(drawn.at(-1)?.type).toBe('image/png');
});

it.each([
  ['a square', { of: 'crop', side: 320 }],
  ['all of it', { of: 'whole', side: 384 }],
] as const)(
  'scales %s down until the server accepts the file, however grainy it is',
  async (_, over) => {
    [alpha, bytesOfPixel] = [128, 4];
    bitmap = { ...bitmap, width: 1000 };
    const { blob, width } = await cut({ ...over, width: 1000 });
    const image = 'A'.repeat(Math.ceil(blob.size / 3) * 4);
    expect(previewBody.safeParse({ image }).success).toBe(true);
    expect(width).toBe(over.side * 0.75);
  },
);

test('decodes and surveys a photo once for all its pieces, until there is another photo', async () => {
  const crop = createCropper(createCanvas);
  for (const x of [0.2, 0.4, 0.6]) await crop(request({ survey: true, place: { x, y: 0.5 } }));
  expect(createImageBitmap).toHaveBeenCalledOnce();
  // one canvas for each piece, and two for the survey
  expect(drawn).toHaveLength(5);
  expect(bitmap.close).not.toHaveBeenCalled();
  await crop(request({ id: 'photo-2' }));
  expect(createImageBitmap).toHaveBeenCalledTimes(2);
  expect(bitmap.close).toHaveBeenCalledOnce();
});

test('does not keep a photo that needs much memory', async () => {
  bitmap = { ...bitmap, width: 8000, height: 6000 };
  const crop = createCropper(createCanvas);
  await crop(request({ width: 8000, height: 6000 }));
  expect(bitmap.close).toHaveBeenCalledOnce();
});

test('also releases the photo if no canvas of that size is available', async () => {
  const none = () => ({ getContext: () => null }) as unknown as Canvas;
  await expect(cropFromPhoto(request(), none)).rejects.toThrow('cannot create a canvas');
  expect(bitmap.close).toHaveBeenCalledOnce();
});

const wish = {
  photo: { ...memoryPhoto, file: new File(['photo'], 'cat.jpg') },
  preview: { of: 'crop', side: 128 } as const,
  width: 2000,
  height: 1000,
  place: { x: 0.25, y: 0.5 },
};
const { signal } = new AbortController();

/** Simulates the used part of the browser's FileReader. */
class Reader {
  result = '';
  onload = () => {};
  async readAsDataURL(blob: Blob) {
    this.result = `data:${blob.type};base64,${btoa(await blob.text())}`;
    this.onload();
  }
}

test('the port returns the piece as base64 text and as an address', async () => {
  vi.stubGlobal('FileReader', Reader);
  const made = await createCropping((given) => cropFromPhoto(given, createCanvas))(wish, signal);
  const size = { width: 128, height: 128 };
  const { place } = wish;
  expect(made).toEqual({ ...size, place, image: btoa('cut'), url: expect.anything() });
  expect(made.url).toBe(`data:image/png;base64,${btoa('cut')}`);
});

test('the port reports every kind of failure as "this browser cannot crop"', async () => {
  const failing = createCropping(() => Promise.reject(new Error('InvalidStateError')));
  const failure = await failing(wish, signal).catch(failureOf);
  expect(failure).toMatchObject({ reason: 'unsupported', call: 'cropPhoto' });
});

test('a survey tells the quality of a JPEG only if the photo is uploaded as it is (R43)', async () => {
  // The start of a grey JPEG with one table, whose sum is about that of quality 50.
  const tables = [0xff, 0xdb, 0, 67, 0, ...new Array<number>(64).fill(58)];
  const frame = [0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0];
  const file = new Blob([Uint8Array.of(0xff, 0xd8, ...tables, ...frame, 0xff, 0xda, 0, 8)]);
  const qualityOf = async (over: Partial<CropRequest>) =>
    (await cut({ file, survey: true, ...over })).survey?.jpegQuality;
  expect(await qualityOf({})).toBe(50);
  expect(await qualityOf({ width: 1000, height: 500 })).toBeUndefined();
  expect(await qualityOf({ file: new Blob(['photo']) })).toBeUndefined();
});
