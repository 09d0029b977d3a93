// @module-tag whole
import { readdir, truncate } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/pictures.ts';
import { findPackage, prepareModels } from './prepare-models.ts';

describe('prepareModels', () => {
  it('writes every network once, and again only what is damaged', async () => {
    const folder = path.join(await temporaryFolder(), 'new', 'models');
    const files = await prepareModels(folder);
    expect(files).toEqual([
      'upscale-2x-fast.onnx',
      'upscale-2x-fast.int8.onnx',
      'upscale-4x-fast.onnx',
      'upscale-4x-fast.int8.onnx',
      'upscale-2x-fine.onnx',
      'upscale-2x-fine.int8.onnx',
      'upscale-4x-fine.onnx',
      'upscale-4x-fine.int8.onnx',
      'upscale-2x-plain.onnx',
      'upscale-4x-plain.onnx',
      'denoise.onnx',
      'face-detector.onnx',
    ]);
    const stamps = files.map((file) => `${file}.stamp`);
    expect((await readdir(folder)).sort()).toEqual([...files, ...stamps].sort());
    expect(await prepareModels(folder)).toEqual([]);
    await truncate(path.join(folder, 'denoise.onnx'), 100);
    expect(await prepareModels(folder)).toEqual(['denoise.onnx']);
  });
});

describe('findPackage', () => {
  it('names the package that is missing', () => {
    expect(() => findPackage('@upscalerjs/none')).toThrow(
      'the npm package @upscalerjs/none is not installed',
    );
  });
});
