import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EngineError } from '../engine.port.ts';
import { caseFile, pngChunk, temporaryFolder } from '../testing/pictures.ts';
import { type Colour, expectNear, seenAs, testLimits } from '../testing/seen-as.ts';
import { coloursOfProfile } from './icc-profile.ts';
import { inspectImage } from './inspect.ts';
import { coloursOf } from './named-colours.ts';

/*
 * Tests colours that a file specifies by code points or numbers. The expected values were read once
 * from Chromium.
 */

const folder = temporaryFolder();

async function file(name: string, bytes: Uint8Array): Promise<string> {
  const target = path.join(folder, name);
  await writeFile(target, bytes);
  return target;
}

async function refusal(name: string, bytes: Uint8Array): Promise<string> {
  const reason = inspectImage(await file(name, bytes), testLimits);
  return reason.then(
    () => 'accepted',
    ({ code }: EngineError) => code,
  );
}

const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};
const cicp = (...codes: number[]) => pngChunk('cICP', Buffer.from(codes));
const gamma = (value: number) => pngChunk('gAMA', numbers(Math.round(value * 1e5)));
const primaries = (...values: number[]) =>
  pngChunk('cHRM', numbers(31_270, 32_900, ...values.map((value) => value * 1e3)));
/** Returns a cHRM chunk with the sRGB primaries and another white point. */
const whiteOf = (x: number, y: number) =>
  pngChunk('cHRM', numbers(x, y, ...[64, 33, 30, 60, 15, 6].map((value) => value * 1e3)));
const displayP3 = primaries(68, 32, 26.5, 69, 15, 6);
const rec709 = primaries(64, 33, 30, 60, 15, 6);
const srgb = pngChunk('sRGB', Buffer.from([0]));

/** Returns the test picture with these chunks before its pixels. */
async function pngWith(...chunks: Buffer[]): Promise<Buffer> {
  const bytes = await readFile(caseFile('cicp-p3.png'));
  return Buffer.concat([
    bytes.subarray(0, 33),
    ...chunks,
    bytes.subarray(bytes.indexOf('IDAT') - 4),
  ]);
}

describe('a PNG', () => {
  /** [name, chunks, first colour in Chromium, second colour in Chromium] */
  const named: [string, Buffer[], Colour, Colour][] = [
    ['nothing', [], [200, 40, 40], [40, 180, 60]],
    ['BT.709', [cicp(1, 1, 0, 1)], [197, 28, 28], [28, 176, 49]],
    ['sRGB by code points', [cicp(1, 13, 0, 1), gamma(1), displayP3], [200, 40, 40], [40, 180, 60]],
    ['a gamma of 2.2', [cicp(1, 4, 0, 1)], [201, 35, 35], [35, 181, 57]],
    ['a gamma of 2.8', [cicp(1, 5, 0, 1)], [189, 17, 17], [17, 165, 36]],
    ['light itself', [cicp(1, 8, 0, 1)], [229, 110, 110], [110, 219, 133]],
    ['BT.470', [cicp(5, 13, 0, 1)], [204, 40, 40], [6, 180, 63]],
    ['BT.601', [cicp(6, 13, 0, 1)], [195, 49, 39], [59, 177, 59]],
    ['BT.2020', [cicp(9, 14, 0, 1)], [246, 0, 6], [0, 186, 0]],
    ['P3 of theatres', [cicp(11, 17, 0, 1)], [214, 0, 0], [0, 181, 0]],
    ['PQ', [cicp(9, 16, 0, 1)], [255, 0, 0], [0, 255, 0]],
    ['code points without a meaning', [cicp(2, 2, 0, 1)], [200, 40, 40], [40, 180, 60]],
    ['a gamma alone', [gamma(1)], [229, 110, 110], [110, 219, 133]],
    ['the usual gamma alone', [gamma(0.45455)], [200, 40, 40], [40, 180, 60]],
    ['primaries alone', [displayP3], [200, 40, 40], [40, 180, 60]],
    ['the gamma of old Macs', [gamma(1 / 1.8), rec709], [210, 53, 53], [53, 193, 77]],
    ['a gamma and primaries', [gamma(0.45455), displayP3], [220, 0, 18], [0, 185, 23]],
    ['sRGB before a gamma', [srgb, gamma(1), displayP3], [200, 40, 40], [40, 180, 60]],
    ['a gamma of nothing', [gamma(0), displayP3], [200, 40, 40], [40, 180, 60]],
  ];
  it.each(named)('that names %s looks as in a browser', async (_, chunks, red, green) => {
    const { points } = await seenAs(await file('named.png', await pngWith(...chunks)));
    expectNear(points.slice(0, 2), [red, green]);
  });

  it.each([
    ['too dark', 31_270, 1],
    ['without blue', 63_780, 36_220],
  ])('whose white is %s is read as if it did not name primaries', async (_, x, y) => {
    const bytes = await pngWith(gamma(0.45455), whiteOf(x, y));
    const { points } = await seenAs(await file('white.png', bytes));
    expectNear(points.slice(0, 2), [
      [200, 40, 40],
      [40, 180, 60],
    ]);
  });

  it('opens whatever its colour numbers are', async () => {
    for (const values of [
      [0, 0, 0, 0, 0, 0],
      [1, 1, 2, 2, 3, 3],
      [4e6, 1, 1, 1, 1, 1],
    ]) {
      const bytes = await pngWith(gamma(0.5), primaries(...values));
      expect(await refusal('odd.png', bytes)).toBe('accepted');
      await seenAs(await file('odd.png', bytes));
    }
  });
});

describe('an AVIF', () => {
  /** [primaries, transfer, first colour in Chromium] */
  const named: [number, number, Colour][] = [
    [1, 1, [200, 40, 41]],
    [1, 13, [200, 40, 41]],
    [1, 8, [229, 110, 112]],
    [2, 2, [200, 40, 41]],
    [5, 6, [204, 40, 41]],
    [6, 6, [195, 49, 40]],
    [9, 13, [249, 0, 29]],
    [9, 14, [249, 0, 29]],
    [12, 2, [218, 0, 28]],
    [9, 16, [255, 0, 0]],
  ];
  it.each(named)(
    'with the code points %i and %i looks as in a browser',
    async (primaries, transfer, colour) => {
      const bytes = await readFile(caseFile('avif-p3.avif'));
      const at = bytes.indexOf('nclx');
      bytes.writeUInt16BE(primaries, at + 4);
      bytes.writeUInt16BE(transfer, at + 6);
      const { points } = await seenAs(await file('named.avif', bytes));
      expectNear(points.slice(0, 1), [colour]);
    },
  );

  it('that names its colours only in its stream looks as in a browser', async () => {
    const bytes = await readFile(caseFile('avif-p3.avif'));
    bytes.write('skip', bytes.indexOf('colrnclx'), 'latin1');
    const { points } = await seenAs(await file('stream.avif', bytes));
    expectNear(points.slice(0, 2), [
      [218, 0, 28],
      [0, 183, 30],
    ]);
  });

  it('is refused as animated if it is an image sequence, and as incomplete if it is truncated', async () => {
    const bytes = await readFile(caseFile('avif-p3.avif'));
    const cut = bytes.subarray(0, bytes.length - 9);
    expect(await refusal('cut.avif', cut)).toBe('image_truncated');
    bytes.write('avis', 8, 'latin1');
    expect(await refusal('moving.avif', bytes)).toBe('animated_unsupported');
  });
});

describe('a profile', () => {
  const colours = coloursOf({ primaries: 12, transfer: 13 });
  const whole = colours?.kind === 'profile' ? colours.icc : new Uint8Array();

  it('that was built for named colours is usable', () => {
    expect(coloursOfProfile(whole)).toBe('RGB ');
  });

  const broken: [string, (icc: Buffer) => Uint8Array][] = [
    ['that ends too early', (icc) => icc.subarray(0, -8)],
    ['without its signature', (icc) => icc.fill(0, 36, 40)],
    ['of another class', (icc) => icc.fill('link', 12, 16)],
    ['of colours that no photo has', (icc) => icc.fill('2CLR', 16, 20)],
    ['without a curve', (icc) => icc.fill('xxxx', icc.indexOf('rTRC'), icc.indexOf('rTRC') + 4)],
    [
      'with a part outside of it',
      (icc) => icc.fill(0xff, icc.indexOf('gXYZ') + 4, icc.indexOf('gXYZ') + 8),
    ],
    ['of nothing', () => new Uint8Array()],
  ];
  it.each(broken)('%s is not usable', (_, damage) => {
    expect(coloursOfProfile(damage(Buffer.from(whole)))).toBeNull();
  });
});
