import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultOptions } from '../../machines/model/function-options.ts';
import type { Engine } from './engine.port.ts';
import { createEngine } from './engine.ts';
import { writeModelsFolder } from './testing/negative-model.ts';
import { runOnce, succeedOnce } from './testing/one-run.ts';
import { bundledPhoto, caseFile, preparedModels, temporaryFolder } from './testing/pictures.ts';

/*
 * Programs leave black, white or unchanged colour behind full transparency. This colour must not
 * affect the result.
 */

const folder = temporaryFolder();
let engine: Engine;

beforeAll(async () => {
  const operatorModelsDir = await writeModelsFolder(path.join(folder, 'models'));
  const modelsDir = await preparedModels();
  engine = await createEngine({ modelsDir, operatorModelsDir, calibrate: false });
});

afterAll(() => engine.close());

/**
 * Writes a picture with the same visible pixels and another colour behind the transparent pixels.
 */
async function hiding(name: string, source: Buffer, colour: number): Promise<string> {
  const { data, info } = await sharp(source)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) data.fill(colour, at, at + 3);
  }
  const { width, height } = info;
  const target = path.join(folder, `${name}-${colour}.png`);
  await sharp(data, { raw: { width, height, channels: 4 } }).toFile(target);
  return target;
}

/** Returns the colours of a picture, multiplied by their opacity. */
async function seen(file: string | Buffer): Promise<Buffer> {
  const { data } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at += 1) {
    if (at % 4 < 3) data[at] = Math.round(((data[at] ?? 0) * (data[at - (at % 4) + 3] ?? 0)) / 255);
  }
  return data;
}

async function expectSame(code: string, first: string, second: string) {
  const [one, other] = [
    await succeedOnce(engine, { code, inputPath: first, folder }),
    await succeedOnce(engine, { code, inputPath: second, folder }),
  ];
  for (const picture of ['result', 'before', 'after', 'thumbnail'] as const) {
    const same = (await seen(one[picture].path)).equals(await seen(other[picture].path));
    expect(same, `${code}: ${picture}`).toBe(true);
  }
}

const tools = [
  'upscale-2x-fast',
  'better',
  'enhance',
  'denoise',
  'upscale-2x-crisp',
  'upscale-4x-crisp',
  'upscale-2x-fine',
  'upscale-4x-fast',
  'upscale-4x-fine',
  'negative',
];

describe.each(tools)('%s', (code) => {
  it('gives the same visible pixels for any colour behind a cut-out', async () => {
    await expectSame(code, caseFile('hidden-black.png'), caseFile('hidden-white.png'));
  });

  it('gives the same result for transparency by palette, by colour and by channel', async () => {
    for (const name of ['palette-trns.png', 'rgb-trns.png']) {
      await expectSame(code, caseFile(name), await hiding(name, await readFile(caseFile(name)), 0));
    }
  });
});

/** Returns a picture of a face in an ellipse with a soft edge. */
async function portrait(): Promise<Buffer> {
  const size = { width: 200, height: 160 };
  const oval = `<svg width="200" height="160"><ellipse cx="100" cy="80" rx="90" ry="75" fill="#fff"/></svg>`;
  const mask = await sharp(Buffer.from(oval)).blur(3).extractChannel(3).raw().toBuffer();
  return sharp(bundledPhoto('astronaut.png'))
    .removeAlpha()
    .extract({ left: 125, top: 40, ...size })
    .joinChannel(mask, { raw: { ...size, channels: 1 } })
    .png()
    .toBuffer();
}

describe('faces', () => {
  it.each(['face-blur', 'face-portrait'])('%s uses only visible colours', async (code) => {
    const cut = await portrait();
    await expectSame(code, await hiding(code, cut, 0), await hiding(code, cut, 255));
  });

  it('are not searched behind transparency', async () => {
    const clear = await sharp(bundledPhoto('astronaut.png'))
      .removeAlpha()
      .ensureAlpha(0)
      .png()
      .toBuffer();
    const inputPath = path.join(folder, 'clear.png');
    await writeFile(inputPath, clear);
    expect(await runOnce(engine, { code: 'face-blur', inputPath, folder })).toEqual({
      kind: 'rejected',
      reason: 'nothing_to_hide',
    });
    const { signal } = new AbortController();
    expect(await engine.findRegions({ code: 'face-blur', inputPath, signal })).toEqual([]);
  });
});

it.each(['enhance', 'denoise', 'upscale-2x-fast'])(
  '%s: a preview is the same, too',
  async (code) => {
    const manifest = engine.functions().find((one) => one.code === code);
    const side = manifest?.preview?.side ?? 0;
    const { signal } = new AbortController();
    const options = manifest ? defaultOptions(manifest) : {};
    const looks = [];
    for (const name of ['hidden-black.png', 'hidden-white.png']) {
      const small = await sharp(caseFile(name))
        .extract({ left: 20, top: 0, width: Math.min(120, side), height: Math.min(120, side) })
        .png()
        .toBuffer();
      const { image } = await engine.preview({
        code,
        options,
        image: small.toString('base64'),
        signal,
      });
      looks.push(await seen(Buffer.from(image, 'base64')));
    }
    expect(looks[0]?.equals(looks[1] ?? Buffer.alloc(0))).toBe(true);
  },
);

it('enhances a half transparent picture by its visible part', async () => {
  const enhanced = async (behind: number) => {
    const pixels = Buffer.alloc(64 * 64 * 4);
    for (let at = 0; at < pixels.length; at += 4) {
      const isFaint = (at / 4) % 64 >= 32;
      const grey = isFaint ? behind : 60 + ((at / 4) % 32) * 3;
      pixels.set([grey, grey, grey, isFaint ? 6 : 255], at);
    }
    const inputPath = path.join(folder, `faint-${behind}.png`);
    await sharp(pixels, { raw: { width: 64, height: 64, channels: 4 } }).toFile(inputPath);
    const { result } = await succeedOnce(engine, { code: 'enhance', inputPath, folder });
    return seen(result.path);
  };
  const [black, white] = [await enhanced(0), await enhanced(255)];
  const most = black.reduce((so, value, at) => Math.max(so, Math.abs(value - (white[at] ?? 0))), 0);
  // The faint half has an opacity of 6 of 255, so its colour still has a small effect at the edge.
  // Without weighting by opacity, the difference would be 65.
  expect(most).toBeLessThan(20);
});
