import { readRegions } from '../../../../machines/model/regions.ts';
import { readStrokes } from '../../../../machines/model/strokes.ts';
import { findingsToCover } from '../../cover/open.ts';
import { paintedBy } from '../../cover/painted.ts';
import { type Patch, patchOf } from '../../cover/patch.ts';
import { writeRows } from '../../image/write-rows.ts';
import { type FunctionBody, wholePhoto } from '../function.ts';
import { findingsIn } from './findings.ts';
import type { hide } from './manifest.ts';

/** Share of the work after the search that prepares the covers. */
const patchShare = 0.3;

export const run: FunctionBody<typeof hide> = async (tools) => {
  const { photo, options, createSink, checkpoint } = tools;
  const found = await findingsIn(tools, options, (done) => checkpoint('detecting', done));
  const hidden = findingsToCover(found, readRegions(options.open) ?? [], photo);
  const { added, isRemoved } = paintedBy(readStrokes(options.brush) ?? [], photo);
  const outlines = [...hidden.map(({ outline }) => outline), ...(added ? [added] : [])];
  if (outlines.length === 0) return { kind: 'rejected', reason: 'nothing_to_hide' };
  const patches: Patch[] = [];
  for (const outline of outlines) {
    patches.push(await patchOf(photo, outline, options.kind));
    await checkpoint('running', (patchShare * patches.length) / outlines.length);
  }
  const { width, height, alpha } = photo;
  const sink = await createSink({ width, height, alpha: alpha !== null });
  await writeRows({
    photo,
    sink,
    change: (rgb, top, rows) => {
      for (const patch of patches) patch.apply(rgb, { top, rows, width, isRemoved });
    },
    onRows: (fraction) => checkpoint('running', patchShare + (1 - patchShare) * fraction),
  });
  const faces = found.filter(({ shows }) => shows === 'face').length;
  return { kind: 'succeeded', region: wholePhoto(photo), ...(faces > 0 && { faces }) };
};
