import { truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { EngineError } from '../engine.port.ts';
import { photoLimits } from '../functions/manifest.ts';
import { blackPng, bundledPhoto, pngChunk, temporaryFolder } from '../testing/pictures.ts';
import { inspectImage } from './inspect.ts';

const limits = { ...photoLimits, maxBytes: 32e6, maxPixels: 25e6, minSide: 8 };
const folder = temporaryFolder();

async function file(name: string, bytes: Uint8Array | string): Promise<string> {
  const target = path.join(folder, name);
  await writeFile(target, bytes);
  return target;
}

async function refusal(target: string): Promise<string> {
  const error = await inspectImage(target, limits).then(
    () => undefined,
    (reason: EngineError) => reason,
  );
  return error?.code ?? 'accepted';
}

function flat(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#987654' } });
}

async function frames(): Promise<Buffer> {
  const noise = (side: number) => ({
    create: {
      width: 20,
      height: side,
      channels: 3 as const,
      background: '#000',
      noise: { type: 'gaussian' as const, mean: 128, sigma: 40 },
    },
  });
  return sharp(await sharp(noise(60)).png().toBuffer(), {})
    .raw()
    .toBuffer();
}

describe('inspectImage', () => {
  it.each(['astronaut.png', 'chelsea.png', 'coffee.png', 'rocket.jpg'])(
    'accepts %s',
    async (name) => {
      const info = await inspectImage(bundledPhoto(name), limits);
      expect(info.pixels).toBe(info.width * info.height);
      expect(info.format).toBe(name.endsWith('jpg') ? 'jpg' : 'png');
    },
  );

  it('reports size and transparency after rotation', async () => {
    const bytes = await flat(40, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const info = await inspectImage(await file('turned.jpg', bytes), limits);
    expect(info).toMatchObject({ width: 20, height: 40, hasAlpha: false, mime: 'image/jpeg' });
  });

  it.each([
    ['text', 'This is not a picture at all.'],
    ['nothing', ''],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>'],
    ['a PDF', '%PDF-1.7 and so on'],
  ])('refuses %s as no image', async (name, text) => {
    expect(await refusal(await file(`${name}.jpg`, text))).toBe('not_an_image');
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'tiff'] as const)(
    'refuses a cut-off %s',
    async (format) => {
      const whole = await sharp(bundledPhoto('coffee.png')).toFormat(format).toBuffer();
      for (const share of [0.01, 0.5, 0.97]) {
        const part = whole.subarray(0, Math.max(24, Math.round(whole.length * share)));
        expect(await refusal(await file(`cut.${format}`, part)), `${share}`).toBe(
          'image_truncated',
        );
      }
    },
  );

  it('refuses a header followed by rubbish', async () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(4000, 7)]);
    expect(await refusal(await file('rubbish.jpg', bytes))).toBe('image_truncated');
  });

  it('refuses a picture of one pixel', async () => {
    expect(await refusal(await file('one.png', await flat(1, 1).png().toBuffer()))).toBe(
      'image_too_small',
    );
  });

  it('refuses a decompression bomb of 30 000 × 30 000 pixels without decoding it', async () => {
    const bytes = blackPng(30_000, 30_000);
    expect(bytes.length).toBeLessThan(1e6);
    expect(await refusal(await file('bomb.png', bytes))).toBe('image_too_large');
    const pixelsAt = bytes.indexOf('IDAT') + 4;
    const damaged = Buffer.concat([
      bytes.subarray(0, pixelsAt),
      Buffer.alloc(9),
      bytes.subarray(pixelsAt + 9),
    ]);
    expect(await refusal(await file('damaged-bomb.png', damaged))).toBe('image_too_large');
  });

  it('refuses a file of 40 megabytes by its size alone', async () => {
    const target = await file('big.jpg', Buffer.from([0xff, 0xd8, 0xff]));
    await truncate(target, 40e6);
    expect(await refusal(target)).toBe('file_too_large');
  });

  it.each(['gif', 'webp'] as const)('refuses an animated %s', async (format) => {
    const raw = { width: 20, height: 60, channels: 3 as const, pageHeight: 20 };
    const bytes = await sharp(await frames(), { raw })
      .toFormat(format, { loop: 0 })
      .toBuffer();
    expect((await sharp(bytes).metadata()).pages).toBe(3);
    expect(await refusal(await file(`moving.${format}`, bytes))).toBe('animated_unsupported');
  });

  it('refuses an animated PNG', async () => {
    const still = await flat(20, 20).png().toBuffer();
    const afterHeader = 33;
    const bytes = Buffer.concat([
      still.subarray(0, afterHeader),
      pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
      still.subarray(afterHeader),
    ]);
    expect(await refusal(await file('moving.png', bytes))).toBe('animated_unsupported');
  });

  it('refuses a PNG of 2.6 million empty chunks before it has read them all', async () => {
    const still = await flat(20, 20).png().toBuffer();
    const afterHeader = 33;
    const chunk = pngChunk('teSt', Buffer.alloc(0));
    const chunks = Buffer.alloc(chunk.length * 2_600_000, chunk);
    // The file has no end chunk, so a reader that reaches the end reports a truncated file.
    const parts = [still.subarray(0, afterHeader), chunks];
    const target = await file('chunks.png', Buffer.concat(parts));
    expect(await refusal(target)).toBe('image_too_complex');
    const few = [still.subarray(0, afterHeader), chunks.subarray(0, chunk.length * 100)];
    expect(await refusal(await file('few.png', Buffer.concat(few)))).toBe('image_truncated');
  });

  it('accepts a PNG whose picture is in many chunks', async () => {
    const still = await flat(20, 20).png().toBuffer();
    const beforeEnd = still.length - 12;
    const empty = pngChunk('IDAT', Buffer.alloc(0));
    const parts = [
      still.subarray(0, beforeEnd),
      Buffer.alloc(empty.length * 20_000, empty),
      still.subarray(beforeEnd),
    ];
    expect(await refusal(await file('pieces.png', Buffer.concat(parts)))).toBe('accepted');
  });

  it('refuses an AVIF of 49 megapixels without decoding it', async () => {
    const bytes = await flat(7000, 7000).avif({ effort: 0, quality: 10 }).toBuffer();
    expect(bytes.length).toBeLessThan(4000);
    const generous = { ...limits, maxPixels: 50e6 };
    const dataAt = bytes.indexOf('mdat') + 4;
    const undecodable = Buffer.concat([
      bytes.subarray(0, dataAt),
      Buffer.alloc(bytes.length - dataAt),
    ]);
    for (const content of [bytes, undecodable]) {
      const target = await file('flat.avif', content);
      const refused = { code: 'image_too_large' };
      await expect(inspectImage(target, generous)).rejects.toMatchObject(refused);
    }
  });

  it('names neither the file nor the decoder in its message', async () => {
    const whole = await sharp(bundledPhoto('coffee.png')).jpeg().toBuffer();
    for (const length of [24, 4000]) {
      const target = await file('said.jpg', whole.subarray(0, length));
      const error = await inspectImage(target, limits).catch((reason: EngineError) => reason);
      expect(error).toMatchObject({ code: 'image_truncated' });
      const { message } = error as EngineError;
      expect(message).not.toMatch(/said|vips|jpeg|\//i);
    }
  });

  it('refuses HEIC, which this server cannot decode', async () => {
    const bytes = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    expect(await refusal(await file('phone.heic', bytes))).toBe('unsupported_format');
  });

  it('accepts CMYK and 16 bits', async () => {
    const cmyk = await flat(30, 30).toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk');
    expect(await refusal(await file('cmyk.jpg', cmyk))).toBe('accepted');
    const deep = await flat(30, 30).toColourspace('rgb16').png().toBuffer();
    expect((await sharp(deep).metadata()).depth).toBe('ushort');
    expect(await refusal(await file('deep.png', deep))).toBe('accepted');
  });
});
