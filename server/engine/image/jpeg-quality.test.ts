import sharp, { type JpegOptions } from 'sharp';
import { describe, expect, it } from 'vitest';
import { readJpegQuality } from '../../../machines/model/jpeg-quality.ts';
import { bundledPhoto } from '../testing/pictures.ts';

const photo = () => sharp(bundledPhoto('coffee.png')).resize(160);
const jpeg = (options: JpegOptions) => photo().jpeg(options).toBuffer();

/** Returns the segment of quantisation tables with this index, and its place in the file. */
function tablesOf(file: Buffer, index: number) {
  let at = -1;
  for (let found = 0; found <= index; found += 1) at = file.indexOf('ffdb', at + 1, 'hex');
  return { at, bytes: file.subarray(at, at + 2 + file.readUInt16BE(at + 2)) };
}

describe('the quality of a JPEG is read from its tables', () => {
  it.each([25, 30, 50, 51, 75, 85, 92, 95])('at %i, baseline and progressive', async (quality) => {
    for (const progressive of [false, true]) {
      expect(readJpegQuality(await jpeg({ quality, progressive }))).toBe(quality);
    }
  });

  it('of a grey one, which has one table', async () => {
    const file = await photo().greyscale().jpeg({ quality: 40 }).toBuffer();
    expect(readJpegQuality(file)).toBe(40);
  });

  it('of one with other tables than the usual ones', async () => {
    const mozjpeg = await jpeg({ quality: 60, mozjpeg: true });
    expect(readJpegQuality(mozjpeg)).toBeGreaterThan(35);
    expect(readJpegQuality(mozjpeg)).toBeLessThan(65);
  });

  it('as the lower one of brightness and colours', async () => {
    const [good, poor] = [await jpeg({ quality: 95 }), await jpeg({ quality: 30 })];
    const mixed = (index: number) => {
      const { at } = tablesOf(good, index);
      const { bytes } = tablesOf(poor, index);
      return Buffer.concat([good.subarray(0, at), bytes, good.subarray(at + bytes.length)]);
    };
    expect(readJpegQuality(mixed(0))).toBe(30);
    expect(readJpegQuality(mixed(1))).toBe(30);
  });

  it('of one whose tables share a segment, have 16 bits and come with unused ones', async () => {
    const file = await jpeg({ quality: 50 });
    const { at, bytes } = tablesOf(file, 0);
    const wide = Buffer.concat([
      Buffer.from([0x10]),
      ...[...bytes.subarray(5)].map((value) => Buffer.from([0, value])),
    ]);
    const unused = Buffer.from([3, ...new Uint8Array(64).fill(255)]);
    const body = Buffer.concat([unused, wide]);
    const head = Buffer.from([0xff, 0xdb, (body.length + 2) >> 8, (body.length + 2) & 255]);
    const rest = file.subarray(at + bytes.length);
    expect(readJpegQuality(Buffer.concat([file.subarray(0, at), head, body, rest]))).toBe(50);
  });

  it('behind the thumbnail that a camera has stored', async () => {
    const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), await jpeg({ quality: 20 })]);
    const head = Buffer.from([0xff, 0xe1, (exif.length + 2) >> 8, (exif.length + 2) & 255]);
    const file = await jpeg({ quality: 90 });
    const whole = Buffer.concat([file.subarray(0, 2), head, exif, file.subarray(2)]);
    expect(readJpegQuality(whole)).toBe(90);
  });
});

it('other files and the start of a JPEG have no quality', async () => {
  expect(readJpegQuality(await photo().png().toBuffer())).toBeNull();
  expect(readJpegQuality(new Uint8Array())).toBeNull();
  const file = await jpeg({ quality: 90 });
  for (const end of [2, 3, 30, 100]) expect(readJpegQuality(file.subarray(0, end))).toBeNull();
});
