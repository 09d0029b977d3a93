import { writeRows } from '../../image/write-rows.ts';
import { removeNoise } from '../../noise/remove.ts';
import { type FunctionBody, wholePhoto } from '../function.ts';
import { denoise } from './manifest.ts';

const [model] = denoise.models;

export const run: FunctionBody<typeof denoise> = async (tools) => {
  const { photo, options, sessions, modelFile, createSink, checkpoint } = tools;
  const { width, height, alpha } = photo;
  const strength = options.strength / 100;
  const clean = await removeNoise(photo, {
    sessions,
    file: modelFile(model),
    noise: strength,
    blocks: strength,
    onProgress: (fraction) => checkpoint('running', fraction),
  });
  const sink = await createSink({ width, height, alpha: alpha !== null });
  await writeRows({
    photo: { ...photo, rgb: clean },
    sink,
    change() {},
    onRows: () => checkpoint('running', 1),
  });
  return { kind: 'succeeded', region: wholePhoto(photo) };
};
