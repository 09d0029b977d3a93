import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { compare, decode, encode, halve, type Picture } from './picture.ts';

/** Plain grey with a box of a second grey. */
function aPicture({ box = 0, grey = 200, width = 40, height = 30 } = {}): Picture {
  const pixels = Buffer.alloc(width * height * 4, 255);
  for (let at = 0; at < width * height; at += 1) {
    const isInside = at % width < box && Math.floor(at / width) < box;
    pixels.fill(isInside ? grey : 99, at * 4, at * 4 + 3);
  }
  return { width, height, pixels };
}

describe('two pictures', () => {
  test('are equal when nothing has changed', () => {
    expect(compare(aPicture({ box: 9 }), aPicture({ box: 9 }))).toBeNull();
  });

  test('differ by the number of changed pixels, and show where', () => {
    const difference = compare(aPicture({ box: 8 }), aPicture({ box: 12 }));
    expect(difference?.pixels).toBe(12 * 12 - 8 * 8);
    const { picture } = difference ?? {};
    const at = (9 * 40 + 9) * 4;
    expect([...(picture?.pixels.subarray(at, at + 3) ?? [])]).toEqual([255, 0, 0]);
  });

  test('differ when a colour changes by two of its 32 steps, not by one', () => {
    const was = aPicture({ box: 12, grey: 132 });
    expect(compare(was, aPicture({ box: 12, grey: 140 }))).toBeNull();
    expect(compare(was, aPicture({ box: 12, grey: 148 }))?.pixels).toBe(144);
  });

  test('differ as a whole when their sizes do', () => {
    expect(compare(aPicture(), aPicture({ height: 31 }))).toEqual({
      pixels: 40 * 31,
      picture: null,
    });
  });

  test('are equal when two single pixels flicker', () => {
    const flickering = aPicture();
    flickering.pixels.fill(255, 40, 44);
    flickering.pixels.fill(255, 2040, 2044);
    expect(compare(aPicture(), flickering)).toBeNull();
  });
});

test('a picture is stored at half its size and read back unchanged', async () => {
  const png = await sharp({
    create: { width: 100, height: 60, channels: 3, background: '#ff9d5c' },
  })
    .png()
    .toBuffer();
  const halved = await halve(png);
  expect([halved.width, halved.height]).toEqual([50, 30]);
  const back = await decode(await encode(halved, 0));
  expect(back.pixels.equals(halved.pixels)).toBe(true);
});
