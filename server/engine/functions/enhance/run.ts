import { writeRows } from '../../image/write-rows.ts';
import { analyse } from '../../tone/analyse.ts';
import { ToneFilter } from '../../tone/apply.ts';
import { type FunctionBody, wholePhoto } from '../function.ts';
import type { enhance } from './manifest.ts';

/** Strength in percent that gives the normal enhancement; 100 is twice as much. */
const usual = 50;

export const run: FunctionBody<typeof enhance> = async (tools) => {
  const { photo, options, createSink, checkpoint } = tools;
  const { width, height, alpha } = photo;
  const filter = new ToneFilter(photo, await analyse(photo, options.strength / usual));
  const sink = await createSink({ width, height, alpha: alpha !== null });
  await writeRows({
    photo,
    sink,
    change: (rgb, top, rows) => filter.apply(rgb, top, rows),
    onRows: (fraction) => checkpoint('running', fraction),
  });
  return { kind: 'succeeded', region: wholePhoto(photo) };
};
