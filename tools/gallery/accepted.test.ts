import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AcceptedPictures } from './accepted.ts';
import type { Picture } from './picture.ts';
import { arrange } from './sheet.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lightwell-accepted-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const aPicture = (grey: number, width = 30, height = 20): Picture => ({
  width,
  height,
  pixels: Buffer.alloc(width * height * 4, grey).map((value, at) =>
    at % 4 === 3 ? 255 : value,
  ) as Buffer,
});

const environment = { browser: 'chromium 150', letters: 'ab', imaging: 'sharp 1' };

describe('accepted pictures', () => {
  test('are read back unchanged, by state', async () => {
    const accepted = new AcceptedPictures(folder);
    const pictures = new Map([
      ['tray/chosen', aPicture(10)],
      ['tray/failed~offline', aPicture(200, 50, 70)],
      ['toast/shown', aPicture(99)],
    ]);
    await accepted.write('en-light-390', pictures);
    const read = await accepted.read('en-light-390');
    expect([...read.keys()].sort()).toEqual([...pictures.keys()].sort());
    for (const [state, { width, height, pixels }] of pictures) {
      const back = read.get(state);
      expect([back?.width, back?.height]).toEqual([width, height]);
      expect(back?.pixels.equals(pixels)).toBe(true);
    }
  });

  test('are one sheet per chart; sheets of removed charts are deleted', async () => {
    const accepted = new AcceptedPictures(folder);
    const both = new Map([
      ['tray/chosen', aPicture(10)],
      ['toast/shown', aPicture(99)],
    ]);
    await accepted.write('en-light-390', both);
    await accepted.write('en-light-390', new Map([['tray/chosen', aPicture(10)]]));
    expect(readdirSync(join(folder, 'en-light-390')).sort()).toEqual(['tray.json', 'tray.webp']);
  });

  test('and their environment are empty until some are accepted', async () => {
    const accepted = new AcceptedPictures(folder);
    expect(accepted.environment()).toBeNull();
    expect((await accepted.read('en-light-390')).size).toBe(0);
    accepted.writeEnvironment(environment);
    expect(accepted.environment()).toEqual(environment);
  });
});

test('never overlap on a sheet', () => {
  const sizes = Array.from({ length: 30 }, (_, index) => ({
    width: 100 + index * 13,
    height: 50 + ((index * 37) % 90),
  }));
  const places = arrange(sizes);
  for (const [index, a] of places.entries()) {
    expect(a.x + a.width).toBeLessThanOrEqual(1960);
    for (const b of places.slice(index + 1)) {
      const isApart =
        a.x + a.width <= b.x ||
        b.x + b.width <= a.x ||
        a.y + a.height <= b.y ||
        b.y + b.height <= a.y;
      expect(isApart).toBe(true);
    }
  }
});
