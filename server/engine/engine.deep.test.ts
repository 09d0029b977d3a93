import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine, EngineError, EngineProgress, EngineResult } from './engine.port.ts';
import { createEngine } from './engine.ts';
import { manifests } from './functions/manifests.ts';
import { PauseSwitch } from './pause-switch.ts';
import { bundledPhoto, preparedModels, temporaryFolder } from './testing/pictures.ts';
import { addNoise } from './testing/quality.ts';

let engine: Engine;
const folder = temporaryFolder();
let jobs = 0;

beforeAll(async () => {
  engine = await createEngine({ modelsDir: await preparedModels(), calibrate: false });
});

afterAll(() => engine.close());

interface Options {
  signal?: AbortSignal;
  pauses?: PauseSwitch;
  onProgress?(progress: EngineProgress): void;
}

function run(code: string, inputPath: string, options: Options = {}): Promise<EngineResult> {
  jobs += 1;
  const { signal = new AbortController().signal, pauses = new PauseSwitch() } = options;
  const { onProgress = () => undefined } = options;
  const outputDir = path.join(folder, `out-${jobs}`);
  return engine.run({
    id: `job-${jobs}`,
    code,
    options: {},
    inputPath,
    outputDir,
    signal,
    pauses,
    onProgress,
  });
}

async function succeed(code: string, inputPath: string, options?: Options) {
  const result = await run(code, inputPath, options);
  if (result.kind !== 'succeeded') throw new Error(`${code} was rejected`);
  return result;
}

async function save(name: string, bytes: Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  return file;
}

/** Returns a photo with a red left half and a blue right half. */
function halves(width = 64, height = 32) {
  const left = {
    create: { width: width / 2, height, channels: 3 as const, background: '#d02020' },
  };
  return sharp({ create: { width, height, channels: 3, background: '#2020d0' } }).composite([
    { input: left, left: 0, top: 0 },
  ]);
}

async function pixelAt(file: string, x: number, y: number): Promise<number[]> {
  const area = { left: x, top: y, width: 1, height: 1 };
  return [...(await sharp(file).extract(area).raw().toBuffer())];
}

describe('functions()', () => {
  it('offers every built-in function', () => {
    expect(engine.functions()).toEqual(manifests);
  });

  it('allows only the face functions to reject a photo', () => {
    const rejecting = engine.functions().filter(({ mayReject }) => mayReject);
    expect(rejecting.map(({ type }) => type)).toEqual([49, 50]);
  });

  it('does not offer a function without its network', async () => {
    const bare = await createEngine({ modelsDir: folder, calibrate: false });
    expect(bare.functions()).toEqual([]);
    await bare.close();
  });
});

describe('a finished job', () => {
  let done: Awaited<ReturnType<typeof succeed>>;
  const seen: EngineProgress[] = [];
  beforeAll(async () => {
    const onProgress = (progress: EngineProgress) => seen.push(progress);
    done = await succeed('upscale-2x-fast', bundledPhoto('chelsea.png'), { onProgress });
  });

  it('leaves only the result, two previews and a thumbnail (R43)', async () => {
    expect(done.result).toMatchObject({ width: 902, height: 600, mime: 'image/png' });
    expect(done.before).toMatchObject({ width: 451, height: 300, mime: 'image/webp' });
    expect(done.after).toMatchObject({ width: 902, height: 600, mime: 'image/webp' });
    expect(done.thumbnail).toMatchObject({ width: 320, height: 213 });
    const files = [done.result, done.before, done.after, done.thumbnail];
    for (const file of files) {
      const { width, height } = await sharp(file.path).metadata();
      expect({ width, height }).toEqual({ width: file.width, height: file.height });
      expect((await readFile(file.path)).length).toBe(file.bytes);
    }
    const names = files.map((file) => path.basename(file.path));
    expect((await readdir(path.dirname(done.result.path))).sort()).toEqual(names.sort());
  });

  it('reports progress that never decreases and ends near 1', () => {
    const fractions = seen.map(({ fraction }) => fraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(new Set(fractions).size).toBeGreaterThan(3);
    expect(fractions.at(-1)).toBeGreaterThan(0.9);
    expect(new Set(seen.map(({ stage }) => stage))).toEqual(
      new Set(['reading', 'running', 'writing']),
    );
  });

  it('improves the estimate', async () => {
    const done = await succeed('enhance', bundledPhoto('coffee.png'));
    const range = engine.estimate('enhance', { width: 600, height: 400 });
    expect(done.kind).toBe('succeeded');
    expect(range?.lowMs).toBeGreaterThan(0);
    expect(range?.highMs).toBeGreaterThan(range?.lowMs ?? Number.POSITIVE_INFINITY);
    const larger = engine.estimate('enhance', { width: 1200, height: 800 });
    expect(larger?.lowMs).toBeGreaterThan(range?.lowMs ?? 0);
    expect(engine.estimate('no-such-function', { width: 9, height: 9 })).toBeNull();
  });

  it.each([
    ['jpeg', 'image/jpeg'],
    ['png', 'image/png'],
    ['webp', 'image/webp'],
    ['gif', 'image/png'],
    ['tiff', 'image/png'],
    ['avif', 'image/jpeg'],
  ] as const)('answers %s with %s', async (format, mime) => {
    const input = await save(`in.${format}`, await halves().toFormat(format).toBuffer());
    expect((await succeed('enhance', input)).result.mime).toBe(mime);
  });
});

describe('the content of a photo', () => {
  it('is turned upright by its EXIF orientation', async () => {
    const bytes = await halves().jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer();
    const { result } = await succeed('upscale-2x-fast', await save('turned.jpg', bytes));
    expect(result).toMatchObject({ width: 64, height: 128 });
    const [top, bottom] = [await pixelAt(result.path, 32, 20), await pixelAt(result.path, 32, 108)];
    expect(top[0]).toBeGreaterThan(150);
    expect(bottom[2]).toBeGreaterThan(150);
    expect((await sharp(result.path).metadata()).orientation).toBeUndefined();
  });

  it('loses its metadata, above all the location', async () => {
    const bytes = await halves()
      .jpeg()
      .withExif({
        IFD0: { Artist: 'Somebody', Make: 'Camera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>secret place</a></x:xmpmeta>')
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const done = await succeed('enhance', await save('located.jpg', bytes));
    for (const file of [done.result, done.before, done.after, done.thumbnail]) {
      const { exif, xmp, iptc } = await sharp(file.path).metadata();
      expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
    }
  });

  it('keeps its transparency, enlarged', async () => {
    const width = 40;
    const rgba = Buffer.alloc(width * width * 4);
    for (let pixel = 0; pixel < width * width; pixel += 1) {
      const isVisible = pixel % width >= width / 2;
      rgba.set(isVisible ? [240, 230, 220, 255] : [0, 0, 0, 0], pixel * 4);
    }
    const raw = { width, height: width, channels: 4 as const };
    for (const format of ['png', 'webp'] as const) {
      const bytes = await sharp(rgba, { raw }).toFormat(format, { lossless: true }).toBuffer();
      const { result } = await succeed('upscale-2x-fast', await save(`clear.${format}`, bytes));
      expect((await pixelAt(result.path, 10, 40))[3]).toBe(0);
      const [red = 0, , , alpha] = await pixelAt(result.path, 41, 40);
      expect(alpha).toBeGreaterThan(200);
      // If black behind the transparency were mixed in, the visible edge would be darker.
      expect(red).toBeGreaterThan(220);
    }
  });

  it('keeps its wide-gamut profile and its RGB numbers', async () => {
    const bytes = await halves().withIccProfile('p3').png().toBuffer();
    const input = await save('wide.png', bytes);
    const before = await sharp(bytes, { ignoreIcc: true }).raw().toBuffer();
    const { result } = await succeed('upscale-2x-fast', input);
    expect((await sharp(result.path).metadata()).icc).toEqual((await sharp(bytes).metadata()).icc);
    const after = await sharp(result.path, { ignoreIcc: true })
      .extract({ left: 20, top: 20, width: 1, height: 1 })
      .raw()
      .toBuffer();
    for (let colour = 0; colour < 3; colour += 1) {
      expect(Math.abs((after[colour] ?? 0) - (before[colour] ?? 0))).toBeLessThanOrEqual(3);
    }
  });

  it('is converted to sRGB if it is CMYK, and to 8 bits if it has 16', async () => {
    const cmyk = await halves().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer();
    const deep = await halves().toColourspace('rgb16').png().toBuffer();
    for (const [name, bytes] of [
      ['cmyk.jpg', cmyk],
      ['deep.png', deep],
    ] as const) {
      const { result } = await succeed('upscale-2x-fast', await save(name, bytes));
      const { space, depth } = await sharp(result.path).metadata();
      expect([space, depth]).toEqual(['srgb', 'uchar']);
      const [red = 0, , blue = 0] = await pixelAt(result.path, 20, 20);
      expect(red).toBeGreaterThan(170);
      expect(blue).toBeLessThan(70);
    }
  });

  it('may be grey', async () => {
    const colour = await halves().png().toBuffer();
    const bytes = await sharp(colour).toColourspace('b-w').png().toBuffer();
    expect((await sharp(bytes).metadata()).space).toBe('b-w');
    const { result } = await succeed('upscale-2x-fast', await save('grey.png', bytes));
    const [red = 0, green = 0, blue = 0] = await pixelAt(result.path, 20, 20);
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThanOrEqual(4);
  });
});

describe('the face functions', () => {
  it('hide the one face of a portrait and leave the rest unchanged', async () => {
    const { result, faces } = await succeed('face-blur', bundledPhoto('astronaut.png'));
    expect(faces).toBe(1);
    const area = (left: number, top: number, side: number) => ({
      left,
      top,
      width: side,
      height: side,
    });
    const structure = async (file: string, region: ReturnType<typeof area>) => {
      const { channels } = await sharp(await sharp(file).extract(region).toBuffer()).stats();
      return channels[0]?.stdev ?? 0;
    };
    const eyes = area(195, 95, 56);
    expect(await structure(result.path, eyes)).toBeLessThan(
      (await structure(bundledPhoto('astronaut.png'), eyes)) / 2,
    );
    const suit = area(150, 400, 100);
    const raw = (file: string) => sharp(file).removeAlpha().extract(suit).raw().toBuffer();
    expect(await raw(result.path)).toEqual(await raw(bundledPhoto('astronaut.png')));
  });

  it('makes a square portrait of at least 1024 pixels', async () => {
    const head = { left: 125, top: 40, width: 200, height: 160 };
    const photo = sharp(bundledPhoto('astronaut.png')).removeAlpha().extract(head).resize(150);
    const done = await succeed(
      'face-portrait',
      await save('portrait.jpg', await photo.jpeg().toBuffer()),
    );
    expect(done.result).toMatchObject({ width: 1024, height: 1024, mime: 'image/jpeg' });
    expect(done.before.width).toBe(done.before.height);
    expect(done.faces).toBe(1);
  });

  it('estimate portraits from earlier portraits, independently of the size of the photo', async () => {
    const estimates = [512, 4000].map((width) =>
      engine.estimate('face-portrait', { width, height: 3000 }),
    );
    expect(estimates[0]).not.toBeNull();
    expect(estimates[0]).toEqual(estimates[1]);
  });

  it.each(['coffee.png', 'chelsea.png', 'rocket.jpg'])(
    'reject %s, which contains no face and no text',
    async (name) => {
      const reasons = { 'face-blur': 'nothing_to_hide', 'face-portrait': 'no_face' };
      for (const [code, reason] of Object.entries(reasons)) {
        expect(await run(code, bundledPhoto(name))).toEqual({ kind: 'rejected', reason });
        expect(await readdir(path.join(folder, `out-${jobs}`))).toEqual([]);
      }
    },
  );
});

describe('denoise', () => {
  it('brings a noisy photo much closer to the original than a blur or a median could', async () => {
    const original = await sharp(bundledPhoto('coffee.png')).removeAlpha().raw().toBuffer();
    const size = { width: 600, height: 400, channels: 3 as const };
    const noisy = addNoise(original, 15);
    const png = await sharp(noisy, { raw: size }).png().toBuffer();
    const { result } = await succeed('denoise', await save('noisy.png', png));
    const quality = async (image: Sharp) => psnr(await image.raw().toBuffer(), original);
    const clean = await quality(sharp(result.path));
    expect(clean).toBeGreaterThan(32);
    expect(clean).toBeGreaterThan((await quality(sharp(png).median(3))) + 4);
    expect(clean).toBeGreaterThan((await quality(sharp(png).blur(1))) + 3);
    expect(clean).toBeGreaterThan(psnr(noisy, original) + 7);
  });
});

describe('denoise of a picture without noise', () => {
  const size = { width: 96, height: 64, channels: 3 as const };
  const drawn = (value: (x: number, y: number) => number) => {
    const pixels = Buffer.alloc(size.width * size.height * 3);
    for (let at = 0; at < size.width * size.height; at += 1) {
      pixels.fill(value(at % size.width, Math.floor(at / size.width)), at * 3, at * 3 + 3);
    }
    return pixels;
  };

  it.each([
    ['a flat colour', drawn(() => 140)],
    ['a gradient', drawn((x) => 40 + x)],
    ['a black half', drawn((x) => (x < 48 ? 0 : 220))],
  ])('leaves %s unchanged', async (_, pixels) => {
    const png = await sharp(pixels, { raw: size }).png().toBuffer();
    const { result } = await succeed('denoise', await save('drawn.png', png));
    expect(psnr(await sharp(result.path).removeAlpha().raw().toBuffer(), pixels)).toBeGreaterThan(
      40,
    );
  });

  it('does not damage a greyscale photo', async () => {
    const grey = await sharp(bundledPhoto('chelsea.png')).greyscale().jpeg().toBuffer();
    const { result } = await succeed('denoise', await save('grey.jpg', grey));
    const raw = (image: Sharp) => image.toColourspace('srgb').removeAlpha().raw().toBuffer();
    expect(psnr(await raw(sharp(result.path)), await raw(sharp(grey)))).toBeGreaterThan(28);
  });
});

describe('a job that does not succeed', () => {
  it('refuses bad input with its code and leaves no files', async () => {
    const text = await save('text.jpg', Buffer.from('no picture'));
    await expect(run('enhance', text)).rejects.toMatchObject({ code: 'not_an_image' });
    expect(await readdir(path.join(folder, `out-${jobs}`))).toEqual([]);
  });

  it('refuses more pixels than the function accepts', async () => {
    const create = { width: 2600, height: 2500, channels: 3 as const, background: '#777' };
    const input = await save('large.jpg', await sharp({ create }).jpeg().toBuffer());
    await expect(engine.inspect(input, 'upscale-4x-fast')).rejects.toMatchObject({
      code: 'image_too_large',
    });
    await expect(engine.inspect(input)).resolves.toMatchObject({ pixels: 6.5e6 });
  });

  it('refuses a result that no file format can hold, before any work', async () => {
    const create = { width: 33_000, height: 20, channels: 3 as const, background: '#777' };
    const input = await save('panorama.jpg', await sharp({ create }).jpeg().toBuffer());
    await expect(engine.inspect(input, 'upscale-2x-fast')).rejects.toMatchObject({
      code: 'result_too_large',
    });
    await expect(run('upscale-2x-fast', input)).rejects.toMatchObject({ code: 'result_too_large' });
    await expect(engine.inspect(input, 'enhance')).resolves.toMatchObject({ width: 33_000 });
  });

  it('refuses an unknown function', async () => {
    const photo = bundledPhoto('coffee.png');
    await expect(run('nothing', photo)).rejects.toMatchObject({ code: 'unknown_function' });
    await expect(engine.inspect(photo, 'nothing')).rejects.toMatchObject({
      code: 'unknown_function',
    });
  });

  it('stops between tiles when it is cancelled, and the next one runs', async () => {
    const controller = new AbortController();
    const pauses = new PauseSwitch();
    let after = 0;
    const input = await save(
      'long.png',
      await sharp(bundledPhoto('coffee.png')).resize(1200, 800).png().toBuffer(),
    );
    const failure = await run('upscale-2x-fast', input, {
      signal: controller.signal,
      pauses,
      // Cancels while the job is paused between two tiles. Otherwise a busy machine could finish
      // more tiles before the job receives the cancellation.
      onProgress({ stage, fraction, paused }) {
        if (controller.signal.aborted) after += 1;
        else if (paused?.now) controller.abort();
        else if (stage === 'running' && fraction >= 0.1) pauses.set(true);
      },
    }).then(
      () => undefined,
      (error: EngineError) => error,
    );
    expect(failure?.code).toBe('cancelled');
    // One progress report may follow the cancellation, because the cancellation ends the pause.
    expect(after).toBeLessThanOrEqual(1);
    expect(await readdir(path.join(folder, `out-${jobs}`))).toEqual([]);
    await succeed('enhance', bundledPhoto('chelsea.png'));
  });

  it('does not start when it is cancelled while waiting', async () => {
    const controller = new AbortController();
    const first = succeed('enhance', bundledPhoto('coffee.png'));
    const second = run('enhance', bundledPhoto('chelsea.png'), { signal: controller.signal });
    controller.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    await first;
    expect(existsSync(path.join(folder, `out-${jobs}`))).toBe(false);
  });
});

describe('close()', () => {
  it('cancels running and waiting jobs', async () => {
    const closing = await createEngine({ modelsDir: await preparedModels(), calibrate: false });
    const settled = ['upscale-2x-fine', 'enhance'].map((code) =>
      closing
        .run({
          id: code,
          code,
          options: {},
          inputPath: bundledPhoto('coffee.png'),
          outputDir: path.join(folder, `closing-${code}`),
          signal: new AbortController().signal,
          onProgress() {},
        })
        .then(
          () => 'done',
          (error: EngineError) => error.code,
        ),
    );
    await closing.close();
    expect(await Promise.all(settled)).toEqual(['cancelled', 'cancelled']);
  });
});

function psnr(a: Buffer, b: Buffer): number {
  const squares = a.reduce((sum, value, index) => sum + (value - (b[index] ?? 0)) ** 2, 0);
  return 10 * Math.log10(255 ** 2 / (squares / a.length));
}
