import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isUpTo, resultSize } from '../../../../machines/model/forecast.ts';
import type { OptionValues } from '../../../../machines/model/functions.ts';
import type { Engine } from '../../engine.port.ts';
import { createEngine } from '../../engine.ts';
import { runOnce, succeedOnce } from '../../testing/one-run.ts';
import { bundledPhoto, preparedModels, temporaryFolder } from '../../testing/pictures.ts';
import { expectNear } from '../../testing/seen-as.ts';
import { cutOut } from './manifest.ts';

const folder = temporaryFolder();
let engine: Engine;

beforeAll(async () => {
  engine = await createEngine({ modelsDir: await preparedModels(), calibrate: false });
});

afterAll(() => engine.close());

const cut = (inputPath: string, options: OptionValues = {}) =>
  succeedOnce(engine, { code: 'cut-out', inputPath, options, folder });

async function pixelsOf(file: string | Buffer) {
  const { data, info } = await sharp(file)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4).subarray(0, 4)];
  return { ...info, data, at };
}

async function save(name: string, picture: Sharp): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, await picture.toBuffer());
  return file;
}

/* positions in coffee.png */
const wood = { x: 560, y: 330 };
const saucer = { x: 120, y: 250 };

const coffee = () => bundledPhoto('coffee.png');
const coffeeJpeg = () => save('coffee.jpg', sharp(coffee()).removeAlpha().jpeg({ quality: 95 }));
const widePhoto = () => save('wide-coffee.png', sharp(coffee()).withIccProfile('p3').png());

describe('the background', () => {
  it('is transparent by default, and the object keeps its pixels and size', async () => {
    const { result } = await cut(await coffeeJpeg());
    expect(result).toMatchObject({ mime: 'image/png', width: 600, height: 400 });
    const [picture, original] = [await pixelsOf(result.path), await pixelsOf(await coffeeJpeg())];
    expect(picture.at(wood.x, wood.y)).toEqual([0, 0, 0, 0]);
    expect(picture.at(saucer.x, saucer.y)).toEqual(original.at(saucer.x, saucer.y));
  });

  it('is a colour on request, in the format of the photo', async () => {
    const black = (await cut(coffee(), { background: 'black' })).result;
    expect(black.mime).toBe('image/png');
    expect((await pixelsOf(black.path)).at(wood.x, wood.y)).toEqual([0, 0, 0, 255]);
    const white = (await cut(await coffeeJpeg(), { background: 'white' })).result;
    expect(white.mime).toBe('image/jpeg');
    expect((await pixelsOf(white.path)).at(wood.x, wood.y)).toEqual([255, 255, 255, 255]);
  });

  it('is any colour, under a shadow as well, and mixes with the rim', async () => {
    const colour = [9, 175, 192, 255];
    const plain = await pixelsOf((await cut(coffee(), { background: '#09afc0' })).result.path);
    const bare = await pixelsOf((await cut(coffee())).result.path);
    const options = { background: '#09afc0', square: true, shadow: true };
    const square = await pixelsOf((await cut(coffee(), options)).result.path);
    expect(plain.at(wood.x, wood.y)).toEqual(colour);
    expect(square.at(1, 1)).toEqual(colour);
    const rim = [...Array(600).keys()]
      .map((x) => ({ x, cut: bare.at(x, saucer.y) }))
      .filter(({ cut: [, , , alpha = 0] }) => alpha > 60 && alpha < 200);
    expect(rim.length).toBeGreaterThan(0);
    for (const { x, cut: pixel } of rim) {
      const share = (pixel[3] ?? 0) / 255;
      for (const channel of [0, 1, 2]) {
        const mixed = (pixel[channel] ?? 0) * share + (colour[channel] ?? 0) * (1 - share);
        const shown = plain.at(x, saucer.y)[channel] ?? 0;
        expect(Math.abs(shown - mixed)).toBeLessThanOrEqual(1);
      }
    }
  });

  it('is the same colour in a photo with a wide-gamut profile', async () => {
    const { result } = await cut(await widePhoto(), { background: '#c81e28' });
    expect((await sharp(result.path).metadata()).icc).toBeDefined();
    expectNear([(await pixelsOf(result.path)).at(wood.x, wood.y)], [[200, 30, 40, 255]]);
  });

  it('can be the photo, blurred, without the colour of the object', async () => {
    const { result } = await cut(coffee(), { background: 'blurred' });
    const [picture, original] = [await pixelsOf(result.path), await pixelsOf(coffee())];
    expect(picture.at(saucer.x, saucer.y)).toEqual(original.at(saucer.x, saucer.y));
    const area = { left: 500, top: 250, width: 90, height: 140 };
    const detail = async (file: string) => {
      const part = await sharp(file).removeAlpha().extract(area).toColourspace('b-w').toBuffer();
      return (await sharp(part).stats()).sharpness;
    };
    expect(await detail(result.path)).toBeLessThan((await detail(coffee())) / 3);
  });
});

describe("the visitor's own picture", () => {
  const background = 'uploads/picture.png';
  const side = { red: [200, 30, 40], blue: [20, 60, 210] };
  const opaque = [side.red, side.blue].map((colour) => [...colour, 255]);

  /** Writes a picture of two halves, left red and right blue, with its EXIF orientation. */
  async function writeHalves(width: number, height: number, orientation?: number) {
    const half = { width: width / 2, height, channels: 3 as const };
    const [left, right] = [side.red, side.blue].map(([r = 0, g = 0, b = 0]) => ({ r, g, b }));
    const blue = await sharp({ create: { ...half, background: right ?? '#000' } })
      .png()
      .toBuffer();
    const picture = sharp({ create: { ...half, width, background: left ?? '#000' } })
      .composite([{ input: blue, left: width / 2, top: 0 }])
      .png();
    const turned = orientation ? picture.withMetadata({ orientation }) : picture;
    return save(`halves-${width}x${height}-${orientation}.png`, turned);
  }

  const withPicture = async (picture: string, options: OptionValues = {}) => {
    const given = { code: 'cut-out', inputPath: coffee(), pictures: { background: picture } };
    const { result } = await succeedOnce(engine, {
      ...given,
      options: { background, ...options },
      folder,
    });
    return pixelsOf(result.path);
  };

  it('covers the frame behind the object, and mixes with the rim', async () => {
    // wider than the photo, so that parts at the left and the right are cut off
    const shown = await withPicture(await writeHalves(1600, 400));
    const bare = await pixelsOf((await cut(coffee())).result.path);
    const original = await pixelsOf(coffee());
    expect([shown.width, shown.height]).toEqual([600, 400]);
    expect(shown.at(2, 2)).toEqual([...side.red, 255]);
    expect(shown.at(wood.x, wood.y)).toEqual([...side.blue, 255]);
    expect(shown.at(295, 2)).toEqual([...side.red, 255]);
    expect(shown.at(305, 2)).toEqual([...side.blue, 255]);
    expect(shown.at(saucer.x, saucer.y)).toEqual(original.at(saucer.x, saucer.y));
    let rim = 0;
    for (let x = 0; x < 290; x += 1) {
      const [r = 0, g = 0, b = 0, alpha = 0] = bare.at(x, saucer.y);
      if (alpha < 60 || alpha > 200) continue;
      rim += 1;
      for (const [channel, own] of [r, g, b].entries()) {
        const mixed = (own * alpha + (side.red[channel] ?? 0) * (255 - alpha)) / 255;
        expect(Math.abs((shown.at(x, saucer.y)[channel] ?? 0) - mixed)).toBeLessThanOrEqual(1);
      }
    }
    expect(rim).toBeGreaterThan(0);
  });

  it('is turned upright, and covers a square under a shadow as well', async () => {
    // turned by 90 degrees clockwise: red is above, blue is below
    const picture = await writeHalves(800, 800, 6);
    const square = await withPicture(picture, { square: true, shadow: true });
    expect(square.width).toBe(square.height);
    expect(square.at(2, 2)).toEqual([...side.red, 255]);
    expect(square.at(square.width - 3, 2)).toEqual([...side.red, 255]);
    expect(square.at(2, square.height - 3)).toEqual([...side.blue, 255]);
  });

  it('keeps its colours if its profile is not that of the photo', async () => {
    const picture = await save(
      'wide.png',
      sharp(await writeHalves(1600, 400)).withIccProfile('p3'),
    );
    const shown = await withPicture(picture);
    expectNear([shown.at(2, 2), shown.at(wood.x, wood.y)], opaque);
    const photo = await widePhoto();
    const { result } = await succeedOnce(engine, {
      code: 'cut-out',
      inputPath: photo,
      pictures: { background: await writeHalves(1600, 400) },
      options: { background },
      folder,
    });
    expect((await sharp(result.path).metadata()).icc).toBeDefined();
    const wide = await pixelsOf(result.path);
    expectNear([wide.at(2, 2), wide.at(wood.x, wood.y)], opaque);
  });

  it('is shown in a preview', async () => {
    const image = (await sharp(coffee()).resize(384).png().toBuffer()).toString('base64');
    const { signal } = new AbortController();
    const options = { background, brush: '', shadow: false, square: false };
    const halves = sharp(await writeHalves(1600, 400)).withIccProfile('p3');
    const pictures = { background: await save('wide.png', halves) };
    const preview = await engine.preview({ code: 'cut-out', options, pictures, image, signal });
    expectNear(
      [(await pixelsOf(Buffer.from(preview.image, 'base64'))).at(3, 3)],
      opaque.slice(0, 1),
    );
  });
});

/** Returns a stroke through one point, in pixels of coffee.png. */
const dab = (sign: '+' | '-', { x, y }: { x: number; y: number }, radius = 30) =>
  `${sign}${Math.round((radius / 600) * 1e4)}:${[x / 600, y / 400].map((share) => Math.round(share * 1e4)).join(',')}`;

describe('the brush', () => {
  it('adds and removes what its strokes cover, and changes nothing far from them', async () => {
    const brush = [dab('+', wood), dab('-', saucer)].join(' ');
    const [plain, touched, original] = [
      await pixelsOf((await cut(coffee())).result.path),
      await pixelsOf((await cut(coffee(), { brush })).result.path),
      await pixelsOf(coffee()),
    ];
    for (const [dx, dy] of [
      [0, 0],
      [-15, 0],
      [15, 0],
      [0, 15],
      [0, -15],
    ] as const) {
      expect(touched.at(wood.x + dx, wood.y + dy)).toEqual(original.at(wood.x + dx, wood.y + dy));
      expect(touched.at(saucer.x + dx, saucer.y + dy)[3]).toBe(0);
    }
    const cup = { left: 260, right: 420, top: 60, bottom: 200 };
    for (let y = cup.top; y < cup.bottom; y += 10) {
      for (let x = cup.left; x < cup.right; x += 10) {
        expect(touched.at(x, y)).toEqual(plain.at(x, y));
      }
    }
  });

  it('is an object of its own in a photo without one', async () => {
    const create = { width: 400, height: 300, channels: 3 as const, background: '#a0b0c0' };
    const inputPath = await save('blank.png', sharp({ create }).png());
    const { result } = await cut(inputPath, { brush: '+1000:5000,5000', square: true });
    const picture = await pixelsOf(result.path);
    expect(picture.at(picture.width >> 1, picture.height >> 1)).toEqual([160, 176, 192, 255]);
    expect(picture.at(1, 1)[3]).toBe(0);
    expect(picture.width).toBeLessThan(130);
  });

  it('is refused if it removes the whole object', async () => {
    const options = { brush: '-2000:0,2000,10000,2000 -2000:0,8000,10000,8000' };
    const refused = runOnce(engine, { code: 'cut-out', inputPath: coffee(), options, folder });
    await expect(refused).rejects.toMatchObject({ code: 'no_object' });
  });

  it('changes a preview, which is the first one again without its strokes', async () => {
    const image = (await sharp(coffee()).resize(384).png().toBuffer()).toString('base64');
    const { signal } = new AbortController();
    const preview = async (brush: string) => {
      const options = { background: 'transparent', brush, shadow: false, square: false };
      return (await engine.preview({ code: 'cut-out', options, image, signal })).image;
    };
    const first = await preview('');
    expect(await preview(dab('-', saucer))).not.toBe(first);
    expect(await preview('')).toBe(first);
  });
});

describe('the soft shadow', () => {
  it('darkens what is below the object, and nothing far from it', async () => {
    const [plain, shaded] = [
      await pixelsOf((await cut(coffee(), { background: 'white' })).result.path),
      await pixelsOf((await cut(coffee(), { background: 'white', shadow: true })).result.path),
    ];
    const below = { x: 290, y: 392 };
    expect(plain.at(below.x, below.y)[0]).toBe(255);
    expect(shaded.at(below.x, below.y)[0]).toBeLessThan(235);
    expect(shaded.at(595, 5)).toEqual([255, 255, 255, 255]);
    expect(shaded.at(saucer.x, saucer.y)).toEqual(plain.at(saucer.x, saucer.y));
  });
});

describe('the square', () => {
  it('has the object in its centre with a margin, and both pictures show the same area', async () => {
    const options = { square: true };
    const done = await cut(bundledPhoto('rocket.jpg'), options);
    const { width, height, data } = await pixelsOf(done.result.path);
    expect(width).toBe(height);
    const rows = new Set<number>();
    const columns = new Set<number>();
    for (let at = 0; at < width * height; at += 1) {
      if ((data[at * 4 + 3] ?? 0) < 128) continue;
      columns.add(at % width);
      rows.add(Math.floor(at / width));
    }
    const middle = (places: Set<number>) => (Math.min(...places) + Math.max(...places) + 1) / 2;
    expect(Math.abs(middle(rows) - height / 2)).toBeLessThan(width * 0.02);
    expect(Math.abs(middle(columns) - width / 2)).toBeLessThan(width * 0.02);
    expect((Math.max(...rows) - Math.min(...rows)) / height).toBeGreaterThan(0.75);
    expect(done.before).toMatchObject({ width, height });
    const most = resultSize({ width: 640, height: 427 }, cutOut, options);
    expect(width).toBeLessThanOrEqual(most.width);
    expect([isUpTo(cutOut, options), isUpTo(cutOut, {})]).toEqual([true, false]);
  });
});

describe('a photo without an object', () => {
  const size = { width: 400, height: 300 };

  it.each([
    ['one colour', () => sharp({ create: { ...size, channels: 3, background: '#a0b0c0' } })],
    ['nothing visible', () => sharp(coffee()).ensureAlpha(0)],
    [
      'a night sky',
      () =>
        sharp(bundledPhoto('rocket.jpg')).extract({ left: 215, top: 0, width: 100, height: 75 }),
    ],
  ])('is refused: %s', async (name, picture) => {
    const inputPath = await save(`${name}.png`, picture().png());
    const refused = runOnce(engine, { code: 'cut-out', inputPath, folder });
    await expect(refused).rejects.toMatchObject({ code: 'no_object' });
  });
});

it.each([
  ['as small as allowed', 16, 16],
  ['long and narrow', 16, 8000],
])('ends well with a photo that is %s', async (_, width, height) => {
  const picture = sharp(coffee()).removeAlpha().resize(width, height, { fit: 'fill' }).png();
  const inputPath = await save(`${width}x${height}.png`, picture);
  for (const square of [false, true]) {
    const options = { square, shadow: true, background: 'blurred' };
    const run = runOnce(engine, { code: 'cut-out', inputPath, options, folder });
    const end = await run.then(
      ({ kind }) => kind,
      ({ code }) => code,
    );
    expect(['succeeded', 'no_object']).toContain(end);
  }
});
