import { Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import type { Region } from '../image/outputs.ts';
import type { Photo } from '../image/photo.ts';
import { floats, type Sessions } from '../network/sessions.ts';
import { mapped, type Plane } from './plane.ts';

export interface ObjectNetwork {
  sessions: Sessions;
  file: string;
}

/** Side length of the network's input, in pixels. Every picture is resized to this square. */
export const lookSide = 320;

/** Mean and deviation of the ImageNet pictures with which the network was trained. */
const mean = [0.485, 0.456, 0.406] as const;
const deviation = [0.229, 0.224, 0.225] as const;

/**
 * Returns how likely each part of a region belongs to the main object, 0 to 1. The network also
 * looks at the mirrored picture, because it may overlook a large part in one of the two pictures.
 */
export async function lookAt(
  { width, height, rgb }: Photo,
  region: Region,
  network: ObjectNetwork,
): Promise<Plane> {
  const pixels = await sharp(rgb, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .extract(region)
    .resize(lookSide, lookSide, { fit: 'fill' })
    .raw()
    .toBuffer();
  const straight = await ask(network, normalised(pixels));
  const mirrored = await ask(network, normalised(pixels).map(mirrorRows));
  return united(straight, { ...mirrored, values: mirrored.values.map(mirrorRows) });
}

/** Combines two results. If they are similar, returns their mean, otherwise the larger value. */
const united = (one: Plane, other: Plane): Plane =>
  mapped(one, (at) => {
    const [a, b] = [one.values[at] ?? 0, other.values[at] ?? 0];
    const difference = Math.abs(a - b);
    const doubt = Math.max(0, Math.min(1, (difference - 0.3) / 0.4));
    return (a + b) / 2 + (doubt * difference) / 2;
  });

const mirrorRows = (_: number, at: number, values: Float32Array): number =>
  values[at - 2 * (at % lookSide) + lookSide - 1] ?? 0;

async function ask({ sessions, file }: ObjectNetwork, values: Float32Array): Promise<Plane> {
  const session = await sessions.get(file);
  const [input = ''] = session.inputNames;
  // The first output combines the six other outputs, which belong to the depths of the network.
  const [output = ''] = session.outputNames;
  const tensor = new Tensor('float32', values, [1, 3, lookSide, lookSide]);
  const found = await session.run({ [input]: tensor }, [output]);
  const answer = floats(found[output], output);
  if (!answer.every(Number.isFinite)) throw new Error('The network returned no numbers');
  return { width: lookSide, height: lookSide, values: answer };
}

function normalised(pixels: Uint8Array): Float32Array {
  const brightest = pixels.reduce((most, value) => Math.max(most, value), 1);
  const plane = lookSide * lookSide;
  const values = new Float32Array(3 * plane);
  for (let channel = 0; channel < 3; channel += 1) {
    const [shift, factor] = [mean[channel] ?? 0, deviation[channel] ?? 1];
    for (let at = 0; at < plane; at += 1) {
      values[channel * plane + at] = ((pixels[at * 3 + channel] ?? 0) / brightest - shift) / factor;
    }
  }
  return values;
}
