import { writeRows } from '../../image/write-rows.ts';
import { measureError } from '../../noise/measure.ts';
import { removeNoise } from '../../noise/remove.ts';
import { analyse } from '../../tone/analyse.ts';
import { ToneFilter } from '../../tone/apply.ts';
import { type FunctionBody, wholePhoto } from '../function.ts';
import { enhance } from './manifest.ts';

const [model] = enhance.models;
/** Strength in percent that restores what the photo lacks. The maximum is twice as much. */
const usual = 50;
/**
 * Measured errors in grey levels. Below `visible`, noise and blocks are not removed. From
 * `disturbing` on, they are removed completely.
 */
const visible = 2;
const disturbing = 4;
/** Share of the work that the removal of noise and blocks takes. */
const cleaning = 0.9;

export const run: FunctionBody<typeof enhance> = async (tools) => {
  const { photo, options, sessions, modelFile, createSink, checkpoint } = tools;
  const { width, height, alpha } = photo;
  const strength = options.strength / usual;
  const error = measureError(photo);
  const removed = Math.min(1, strength) * Math.min(1, (error - visible) / (disturbing - visible));
  const start = removed > 0 ? cleaning : 0;
  const clean = { ...photo };
  if (removed > 0) {
    clean.rgb = await removeNoise(photo, {
      sessions,
      file: modelFile(model),
      noise: removed,
      blocks: removed,
      onProgress: (fraction) => checkpoint('running', fraction * start),
    });
  }
  const filter = new ToneFilter(clean, await analyse(clean, { strength, error }));
  const sink = await createSink({ width, height, alpha: alpha !== null });
  await writeRows({
    photo: clean,
    sink,
    change: (rgb, top, rows) => filter.apply(rgb, top, rows),
    onRows: (fraction) => checkpoint('running', start + (1 - start) * fraction),
  });
  return { kind: 'succeeded', region: wholePhoto(photo) };
};
