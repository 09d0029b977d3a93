import { afterEach, expect, it, vi } from 'vitest';
import type { Canvas } from '../photo/shrink-photo.ts';
import { comparePictures } from './compare-pictures.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Draws a picture whose file contains "detail" with fine detail, and other pictures grey. */
function createWorld() {
  const closed: string[] = [];
  const sizes: number[][] = [];
  vi.stubGlobal('createImageBitmap', async (file: Blob) => {
    const text = await file.text();
    return { text, close: () => closed.push(text) };
  });
  const create = (width: number, height: number) => {
    sizes.push([width, height]);
    let detail = 0;
    return {
      width,
      height,
      getContext: () => ({
        drawImage: ({ text }: { text: string }) => {
          detail = text === 'detail' ? 40 : 0;
        },
        getImageData: () => {
          const data = new Uint8ClampedArray(width * height * 4).fill(255);
          for (let at = 0; at < data.length; at += 4)
            data.fill(at % 8 ? 120 + detail : 120 - detail, at, at + 3);
          return { data };
        },
      }),
    } as unknown as Canvas;
  };
  return { closed, create, sizes };
}

const request = { before: new Blob(['grey']), after: new Blob(['detail']) };

it('compares two pictures of different sizes at the same small size, and releases them', async () => {
  const { closed, create, sizes } = createWorld();
  const { place } = (await comparePictures({ ...request, width: 2048, height: 512 }, create)) ?? {};
  expect(place?.x).toBeCloseTo(0.5, 1);
  expect(sizes).toEqual([
    [1024, 256],
    [1024, 256],
  ]);
  expect(closed).toEqual(['grey', 'detail']);
});

it('does not enlarge small pictures', async () => {
  const { create, sizes } = createWorld();
  await comparePictures({ ...request, width: 60, height: 40 }, create);
  expect(sizes).toEqual([
    [60, 40],
    [60, 40],
  ]);
});
