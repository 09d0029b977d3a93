import { Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { readStrokes, type Stroke } from '../../../../machines/model/strokes.ts';
import type { Region } from '../../image/outputs.ts';
import { paintStrokes } from '../../image/paint-strokes.ts';
import type { Photo } from '../../image/photo.ts';
import { FloatTile } from '../../network/float-tile.ts';
import type { FunctionRun } from '../function.ts';
import type { FunctionManifest, OperatorNetwork } from '../manifest.ts';

/* Runs an operator's network once, on a region of the photo that is resized to the square input. */

/** Returns the function's option for a brush, or undefined if it has none. */
export const brushOf = ({ options }: Pick<FunctionManifest, 'options'>) =>
  options.find(({ kind }) => kind === 'strokes');

/** Returns the strokes that the visitor has drawn. */
export function strokesOf({ manifest, options }: FunctionRun): readonly Stroke[] {
  const brush = brushOf(manifest);
  return (brush && readStrokes(options[brush.name])) ?? [];
}

export function maskTensor(
  values: Float32Array,
  side: number,
  layout: OperatorNetwork['layout'],
): Tensor {
  const dims = layout === 'NCHW' ? [1, 1, side, side] : [1, side, side, 1];
  return new Tensor('float32', values, dims);
}

export async function resizedRgb(
  rgb: Uint8Array,
  from: { width: number; height: number },
  region: Region,
  size: { width: number; height: number },
): Promise<Uint8Array> {
  const raw = { width: from.width, height: from.height, channels: 3 as const };
  return await sharp(rgb, { raw, limitInputPixels: false })
    .extract(region)
    .resize(size.width, size.height, { fit: 'fill' })
    .raw()
    .toBuffer();
}

interface Look {
  tools: FunctionRun;
  network: OperatorNetwork;
  parameters: Readonly<Record<string, Tensor>>;
  photo: Photo;
  region: Region;
}

/** Returns the outputs of the network, the name of its first output, and the tile that reads it. */
export async function lookAt({ tools, network, parameters, photo, region }: Look) {
  const { layout, range, outputRange, file, tile } = network;
  const size = { width: tile.side, height: tile.side };
  const session = await tools.sessions.get(file);
  const [input = ''] = session.inputNames;
  const [output = ''] = session.outputNames;
  const pixels = new FloatTile(
    { ...size, scale: 1, margin: 0, input, output },
    { layout, range, outputRange },
  );
  pixels.fill({ ...size, rgb: await resizedRgb(photo.rgb, photo, region, size) }, 0, 0);
  const brush = brushOf(tools.manifest);
  const painted = paintStrokes(strokesOf(tools), { photo, region, size });
  const values = painted.values.map((value) => (value > 0.5 ? 1 : 0));
  const mask = brush && { [brush.name]: maskTensor(values, tile.side, layout) };
  const result = await session.run({ ...parameters, ...mask, ...pixels.feeds });
  return { result, output, pixels };
}
