import { Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import type { Region } from '../image/outputs.ts';
import type { Photo } from '../image/photo.ts';
import { floats, type Sessions } from '../network/sessions.ts';
import type { Plane } from './plane.ts';

export interface ObjectNetwork {
  sessions: Sessions;
  file: string;
}

/** The network sees every picture at this size, whatever its shape. */
export const lookSide = 320;

/** Mean and deviation of ImageNet, with which the network was trained. */
const mean = [0.485, 0.456, 0.406] as const;
const deviation = [0.229, 0.224, 0.225] as const;

/** Returns how likely each part of a region belongs to the main object, 0 to 1. */
export async function lookAt(
  { width, height, rgb }: Photo,
  region: Region,
  { sessions, file }: ObjectNetwork,
): Promise<Plane> {
  const pixels = await sharp(rgb, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .extract(region)
    .resize(lookSide, lookSide, { fit: 'fill' })
    .raw()
    .toBuffer();
  const session = await sessions.get(file);
  const [input = ''] = session.inputNames;
  // The first output joins the six others, one for each depth of the network.
  const [output = ''] = session.outputNames;
  const tensor = new Tensor('float32', normalised(pixels), [1, 3, lookSide, lookSide]);
  const found = await session.run({ [input]: tensor }, [output]);
  return { width: lookSide, height: lookSide, values: floats(found[output], output) };
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
