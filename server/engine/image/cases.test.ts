import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { EngineError } from '../engine.port.ts';
import { caseFile, caseFolder, temporaryFolder } from '../testing/pictures.ts';
import { type Colour, expectNear, seenAs, testLimits } from '../testing/seen-as.ts';
import { buildTiff, flatPage, type TiffPage } from '../testing/tiff.ts';
import { inspectImage } from './inspect.ts';

/* Tests image files from practice. The expected colours were read once from Chromium. */

const folder = temporaryFolder();

async function file(name: string, bytes: Uint8Array): Promise<string> {
  const target = path.join(folder, name);
  await writeFile(target, bytes);
  return target;
}

/** Copies a test case into a folder that the test may write to. */
async function copyOf(name: string): Promise<string> {
  return file(name, await readFile(caseFile(name)));
}

async function refusal(target: string): Promise<string> {
  const error = await inspectImage(target, testLimits).then(
    () => undefined,
    (reason: EngineError) => reason,
  );
  return error?.code ?? 'accepted';
}

const usual = [
  [200, 40, 40],
  [40, 180, 60],
  [40, 180, 60],
  [40, 60, 200],
  [150, 150, 150],
  [150, 150, 150],
];
const p3 = [
  [218, 0, 26],
  [0, 183, 30],
  [0, 183, 30],
  [34, 61, 208],
  [150, 150, 150],
  [150, 150, 150],
];
const linear = [
  [229, 110, 110],
  [110, 219, 133],
  [110, 219, 133],
  [110, 133, 229],
  [202, 202, 202],
  [202, 202, 202],
];
const pq = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 255, 0],
  [0, 0, 255],
  [193, 193, 193],
  [193, 193, 193],
];

const opened: Record<string, { points: Colour[]; icc?: boolean; alpha?: boolean }> = {
  'avif-p3.avif': { points: p3, icc: true },
  'avif-pq.avif': { points: pq },
  'chrm-p3.png': {
    points: [[220, 0, 18], [0, 185, 23], [0, 185, 23], [28, 58, 209], ...p3.slice(4)],
    icc: true,
  },
  'cicp-p3.png': { points: p3, icc: true },
  'extra-unspecified.tif': { points: usual },
  'gamma-1.png': { points: linear },
  'icc-missing-part.jpg': { points: usual },
  'lab8.tif': {
    points: [1, 2].flatMap((row) => Array(3).fill(row === 1 ? [195, 40, 42] : [122, 187, 135])),
  },
  'no-eoi.jpg': { points: usual },
  'thumb-ifd.tif': { points: usual },
};
const refused: Record<string, string> = {
  'corrupt-strip.tif': 'image_damaged',
  'corrupt.png': 'image_damaged',
  'zstd.tif': 'unsupported_encoding',
};
/** hidden-pixels.deep.test.ts checks the visible pixels of these files after every function. */
const transparent = ['hidden-black.png', 'hidden-white.png', 'palette-trns.png', 'rgb-trns.png'];

describe('the files of tests/cases', () => {
  it('are all listed in these tables', async () => {
    const names = (await readdir(caseFolder)).filter((name) => name !== 'README.md');
    const known = [...Object.keys(opened), ...Object.keys(refused), ...transparent];
    expect(names.toSorted()).toEqual(known.toSorted());
  });

  it.each(Object.entries(opened))('%s looks as in a browser', async (name, wanted) => {
    const { points, icc, alpha } = await seenAs(await copyOf(name));
    expectNear(points, wanted.points);
    expect({ icc, alpha }).toEqual({ icc: wanted.icc ?? false, alpha: wanted.alpha ?? false });
  });

  it.each(Object.entries(refused))('%s is refused as %s', async (name, code) => {
    expect(await refusal(caseFile(name))).toBe(code);
  });
});

describe('a TIFF', () => {
  const noise = (pixels = 90_000) => {
    const bytes = Buffer.alloc(pixels * 3);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = (at * 7919) % 251;
    return sharp(bytes, { raw: { width: 300, height: pixels / 300, channels: 3 } });
  };

  it.each(['none', 'jpeg', 'deflate', 'lzw', 'packbits', 'webp', 'ccittfax4'] as const)(
    'packed with %s opens in strips, tiles and as a pyramid, and cut off in none',
    async (compression) => {
      const isFax = compression === 'ccittfax4';
      const picture = () => (isFax ? noise().toColourspace('b-w') : noise());
      const depth = isFax ? { bitdepth: 1 as const } : {};
      for (const shape of [{}, { tile: true }, { tile: true, pyramid: true }]) {
        const bytes = await picture()
          .tiff({ compression, ...depth, ...shape })
          .toBuffer();
        expect(await refusal(await file('packed.tif', bytes))).toBe('accepted');
        const cut = bytes.subarray(0, Math.round(bytes.length * 0.9));
        expect(await refusal(await file('cut.tif', cut))).toBe('image_truncated');
      }
    },
  );

  const packings = {
    'old JPEG': 6,
    JBIG: 34_661,
    'JPEG 2000': 34_712,
    LERC: 34_887,
    LZMA: 34_925,
    zstd: 50_000,
    'JPEG XL': 50_002,
    'raw of a camera': 34_713,
    'an unassigned number': 60_000,
  };
  it.each(Object.entries(packings))(
    'packed with %s is refused with the reason',
    async (_, code) => {
      const bytes = buildTiff([flatPage([9, 8, 7], 2, { 259: code })]);
      expect(await refusal(await file('foreign.tif', bytes))).toBe('unsupported_encoding');
    },
  );

  it('with a damaged strip or tile is refused', async () => {
    for (const compression of ['deflate', 'lzw'] as const) {
      for (const tile of [false, true]) {
        const bytes = await noise().tiff({ compression, tile }).toBuffer();
        bytes.fill(0x55, 900, 1200);
        const code = await refusal(await file('damaged.tif', bytes));
        expect(code, `${compression}, tiles: ${tile}`).toBe('image_damaged');
      }
    }
  });

  const page = flatPage([9, 8, 7], 2);
  it.each([
    ['outside of the file', { 273: 1_000_000 }, 'image_truncated'],
    ['that are longer than the file', { 279: 1_000_000 }, 'image_truncated'],
    ['that are not there', { 273: 0 }, 'image_damaged'],
    ['without a length', { 279: 0 }, 'image_damaged'],
    ['that are too few', { 278: 2 }, 'image_damaged'],
  ])('with strips %s is refused', async (_, tags, code) => {
    const bytes = buildTiff([{ ...page, tags: { ...page.tags, ...tags } }]);
    expect(await refusal(await file('strips.tif', bytes))).toBe(code);
  });

  it('with directories in a cycle or of rubbish is refused', async () => {
    const circle = buildTiff([page]);
    circle.writeUInt32LE(8, 8 + 2 + circle.readUInt16LE(8) * 12);
    expect(await refusal(await file('circle.tif', circle))).toBe('image_damaged');
    const rubbish = Buffer.concat([Buffer.from('II*\0\x08\0\0\0'), Buffer.alloc(400, 0xa7)]);
    expect(await refusal(await file('rubbish.tif', rubbish))).not.toBe('accepted');
  });

  it('with unknown tags opens', async () => {
    const bytes = buildTiff([flatPage([9, 8, 7], 2, { 40000: 1, 65000: 5, 50341: 3 })]);
    expect(await refusal(await file('tags.tif', bytes))).toBe('accepted');
  });

  /** [name, page, visible colour, true if the picture has transparency] */
  const kinds: [string, TiffPage, Colour, boolean][] = [
    ['grey with a mask', flatPage([90, 0], 1, { 338: 0 }), [90, 90, 90], false],
    ['RGB with a mask', flatPage([90, 60, 30, 0], 2, { 338: 0 }), [90, 60, 30], false],
    [
      'RGB with a fourth channel that it does not name',
      flatPage([90, 60, 30, 0], 2),
      [90, 60, 30],
      false,
    ],
    ['RGB and two masks', flatPage([90, 60, 30, 0, 9], 2, { 338: [0, 0] }), [90, 60, 30], false],
    [
      'transparency and a mask',
      flatPage([90, 60, 30, 128, 0], 2, { 338: [2, 0] }),
      [90, 60, 30],
      true,
    ],
    ['associated transparency', flatPage([45, 30, 15, 128], 2, { 338: 1 }), [90, 60, 30], true],
    ['CMYK and a spot colour', flatPage([0, 0, 0, 255, 77], 5, { 338: 0 }), [20, 5, 0], false],
    [
      '16 bits and a mask',
      flatPage([90 * 257, 60 * 257, 30 * 257, 0], 2, { 258: 16, 338: 0 }),
      [90, 60, 30],
      false,
    ],
    ['CIELAB of 8 bits', flatPage([112, 60, 40], 8), [195, 40, 42], false],
    [
      'CIELAB of 16 bits',
      flatPage([112 * 257, 60 * 256, 40 * 256], 8, { 258: 16 }),
      [195, 40, 42],
      false,
    ],
    [
      'CIELAB of 8 bits and transparency',
      flatPage([112, 60, 40, 128], 8, { 338: 2 }),
      [195, 40, 42],
      true,
    ],
    ['the CIELAB of profiles', flatPage([112, 188, 168], 9), [195, 40, 42], false],
  ];
  it.each(kinds)('of %s shows its colours', async (name, one, colour, alpha) => {
    const found = await seenAs(await file('kind.tif', buildTiff([one])));
    expectNear(
      found.points,
      found.points.map(() => colour),
    );
    expect(found.alpha, name).toBe(alpha);
  });

  const thumbnail = flatPage([1, 2, 3], 2, { 254: 1 });
  it('with a thumbnail before or after the picture shows the picture', async () => {
    for (const pages of [
      [page, thumbnail],
      [thumbnail, page],
      [page, flatPage([0], 1, { 254: 4 })],
    ]) {
      const { points } = await seenAs(await file('thumbnail.tif', buildTiff(pages)));
      expectNear(
        points,
        points.map(() => [9, 8, 7]),
      );
    }
  });

  it('of several pages, and the raw data of a camera, are refused with the reason', async () => {
    expect(await refusal(await file('pages.tif', buildTiff([page, page])))).toBe('several_pages');
    const raw = buildTiff([flatPage([9, 8, 7], 2, { 50706: 1 })]);
    expect(await refusal(await file('raw.tif', raw))).toBe('unsupported_encoding');
    expect(await refusal(await file('small.tif', buildTiff([thumbnail])))).toBe(
      'unsupported_encoding',
    );
  });
});

describe('a JPEG', () => {
  const photo = sharp(caseFile('chrm-p3.png')).resize(400, 300);
  const end = Buffer.from([0xff, 0xd9]);

  it.each([false, true])(
    'without its end opens if its picture is whole; progressive: %s',
    async (progressive) => {
      const whole = await photo.clone().jpeg({ progressive }).toBuffer();
      expect(await refusal(await file('endless.jpg', whole.subarray(0, -2)))).toBe('accepted');
      const { points } = await seenAs(await file('endless.jpg', whole.subarray(0, -2)));
      expectNear(points, (await seenAs(await file('whole.jpg', whole))).points);
      for (const share of [0.3, 0.6, 0.9]) {
        const cut = whole.subarray(0, Math.round(whole.length * share));
        expect(await refusal(await file('cut.jpg', cut)), `${share}`).toBe('image_truncated');
      }
    },
  );

  it('that was truncated and then got an end marker is refused', async () => {
    const whole = await sharp(caseFile('corrupt-strip.tif'), { failOn: 'none' }).jpeg().toBuffer();
    const closed = Buffer.concat([whole.subarray(0, whole.length >> 1), end]);
    expect(await refusal(await file('closed.jpg', closed))).toBe('image_damaged');
  });

  it('without the last scan of its progressive picture is refused', async () => {
    const whole = await photo.clone().jpeg({ progressive: true }).toBuffer();
    const lastScan = whole.lastIndexOf(Buffer.from([0xff, 0xda]));
    const tables = whole.lastIndexOf(Buffer.from([0xff, 0xc4]), lastScan);
    const cut = whole.subarray(0, Math.max(tables, 2));
    expect(await refusal(await file('scans.jpg', cut))).toBe('image_truncated');
  });

  it('with bytes that decoders ignore opens, because some phones write such files', async () => {
    const whole = await photo.clone().jpeg().toBuffer();
    const scan = whole.indexOf(Buffer.from([0xff, 0xda]));
    whole[scan + 2 + whole.readUInt16BE(scan + 2) - 2] = 0;
    const odd = Buffer.concat([
      whole.subarray(0, -2),
      Buffer.alloc(900, 1),
      end,
      Buffer.alloc(99, 7),
    ]);
    expect(await refusal(await file('phone.jpg', odd))).toBe('accepted');
  });

  it('of 12 bits or with lossless compression is refused as another kind', async () => {
    const whole = await photo.clone().jpeg().toBuffer();
    const frame = whole.indexOf(Buffer.from([0xff, 0xc0]));
    for (const [marker, bits] of [
      [0xc1, 12],
      [0xc3, 8],
    ] as const) {
      const other = Buffer.from(whole);
      other[frame + 1] = marker;
      other[frame + 4] = bits;
      expect(await refusal(await file('other.jpg', other))).toBe('unsupported_encoding');
    }
  });
});
