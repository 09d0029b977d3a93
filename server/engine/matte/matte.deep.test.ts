import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { Sessions } from '../network/sessions.ts';
import { preparedModels } from '../testing/pictures.ts';
import { findObject } from './find-object.ts';
import { lookAt, type ObjectNetwork } from './look.ts';
import { matteOf } from './matte.ts';
import { MatteRows } from './matte-rows.ts';
import { resized } from './sample.ts';
import { errorsAtRim, type KnownMatte, knownMattes } from './testing/known-mattes.ts';

let network: ObjectNetwork;

beforeAll(async () => {
  const file = path.join(await preparedModels(), 'cut-out.onnx');
  network = { sessions: new Sessions(), file };
});

/**
 * Returns the mean difference from the drawn object's own colour, for pixels through which the
 * background is visible.
 */
function colourError(colours: Uint8Array, { object, opacity }: KnownMatte): number {
  let [sum, count] = [0, 0];
  for (const [at, share] of opacity.entries()) {
    if (share < 0.3 || share > 0.9) continue;
    for (let channel = at * 3; channel < at * 3 + 3; channel += 1) {
      sum += Math.abs((colours[channel] ?? 0) - (object[channel] ?? 0));
      count += 1;
    }
  }
  return sum / count;
}

it('follows rims at least a third better than the network, and removes the old background from them', async () => {
  const sums = { opacity: [0, 0], slope: [0, 0], colour: [0, 0] };
  const add = (kind: keyof typeof sums, raw: number, ours: number) => {
    sums[kind] = [(sums[kind][0] ?? 0) + raw, (sums[kind][1] ?? 0) + ours];
  };
  for (const known of await knownMattes()) {
    const { photo, opacity, name } = known;
    const { width, height } = photo;
    const raw = resized(await lookAt(photo, { left: 0, top: 0, width, height }, network), photo);
    const matte = await matteOf(photo, await findObject(photo, network, async () => {}));
    if (!matte) throw new Error(`No object was found: ${name}`);
    const { rgb, alpha } = new MatteRows(photo, matte).read(0, height);
    const before = errorsAtRim(raw.values, opacity);
    const after = errorsAtRim(
      Float32Array.from(alpha, (value) => value / 255),
      opacity,
    );
    expect(after.opacity, name).toBeLessThan(before.opacity);
    add('opacity', before.opacity, after.opacity);
    add('slope', before.slope, after.slope);
    add('colour', colourError(photo.rgb, known), colourError(rgb, known));
  }
  const share = ([raw = 0, ours = 0]: number[]) => ours / raw;
  expect(share(sums.opacity), 'mean absolute error').toBeLessThan(2 / 3);
  expect(share(sums.slope), 'error of the slope').toBeLessThan(2 / 3);
  expect(share(sums.colour), 'error of the colour').toBeLessThan(2 / 3);
});
