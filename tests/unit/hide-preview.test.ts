import { describe, expect, it } from 'vitest';
import { regionsOf } from '../../server/engine/cover/open.ts';
import { outlineOfText } from '../../server/engine/cover/outline.ts';
import { paintedBy } from '../../server/engine/cover/painted.ts';
import { patchOf } from '../../server/engine/cover/patch.ts';
import { outlineOfFace } from '../../server/engine/faces/outline.ts';
import type { Photo } from '../../server/engine/image/photo.ts';
import { coverPixels } from '../../src/ui/cover-pixels.ts';

/* Compares the preview of Hide, which the browser draws, with the covers that the server draws. */

const [width, height] = [300, 200];

/** A photo with waves of each colour. */
const rgb = Uint8Array.from({ length: width * height * 3 }, (_, at) => {
  const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
  return 128 + 60 * Math.sin(x / (9 + (at % 3) * 4)) + 60 * Math.cos(y / (13 - (at % 3) * 3));
});
const photo: Photo = { width, height, rgb, alpha: null, icc: null, format: 'png' };

const face = { left: 60, top: 50, width: 60, height: 70 };
const line = { centre: { x: 220, y: 120 }, width: 90, height: 20, angle: 0.3 };
const textOutline = outlineOfText(line);
const findings = [
  { shows: 'face' as const, box: face, outline: outlineOfFace(face, null) },
  { shows: 'text' as const, box: textOutline.box, outline: textOutline },
];
const strokes = [
  { adds: true, radius: 0.05, points: [[0.5, 0.1] as const, [0.6, 0.15] as const] },
  { adds: false, radius: 0.04, points: [[0.3, 0.45] as const] },
];

async function byServer(style: 'blur' | 'pixels' | 'solid') {
  const { added, isRemoved } = paintedBy(strokes, photo);
  const result = rgb.slice();
  for (const outline of [...findings.map((one) => one.outline), ...(added ? [added] : [])]) {
    const patch = await patchOf(photo, outline, style);
    patch.apply(result, { top: 0, rows: height, width, isRemoved });
  }
  return result;
}

function inBrowser(style: 'blur' | 'pixels' | 'solid') {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let at = 0; at < width * height; at += 1) data.set(rgb.subarray(at * 3, at * 3 + 3), at * 4);
  const covers = regionsOf(findings, photo).map(({ cover }) => cover);
  const drawn = coverPixels({ width, height, data }, { style, covers, strokes });
  return Uint8Array.from({ length: rgb.length }, (_, at) => {
    return drawn.data[Math.floor(at / 3) * 4 + (at % 3)] ?? 0;
  });
}

/** False at the end of a soft edge, where both pictures round differently. */
const isOther = (value = 0, old = 0) => Math.abs(value - old) > 3;

describe('the preview of Hide', () => {
  it.each([
    ['blur', 8],
    ['pixels', 8],
    ['solid', 0.5],
  ] as const)('shows the covers of the result: %s', async (style, tolerance) => {
    const [expected, shown] = [await byServer(style), inBrowser(style)];
    const count = { covered: 0, difference: 0, otherwise: 0 };
    for (const [at, old] of rgb.entries()) {
      const isCovered = expected[at] !== old;
      if (isCovered) count.covered += 1;
      if (isCovered) count.difference += Math.abs((expected[at] ?? 0) - (shown[at] ?? 0));
      if (isCovered ? shown[at] === old && isOther(expected[at], old) : isOther(shown[at], old)) {
        count.otherwise += 1;
      }
    }
    expect(count.covered).toBeGreaterThan(20_000);
    expect(count.difference / count.covered).toBeLessThan(tolerance);
    expect(count.otherwise / count.covered).toBeLessThan(0.04);
  });

  it('does not change the photo if nothing is covered', () => {
    const data = new Uint8ClampedArray(16).fill(7);
    const picture = { width: 2, height: 2, data };
    expect(coverPixels(picture, { style: 'blur', covers: [], strokes: [] }).data).toEqual(data);
  });
});
