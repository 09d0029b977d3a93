import type { Tensor } from 'onnxruntime-node';
import { writeRows } from '../../image/write-rows.ts';
import { Rows } from '../../matte/sample.ts';
import { floats } from '../../network/sessions.ts';
import { type FunctionRun, wholePhoto } from '../function.ts';
import type { OperatorNetwork } from '../manifest.ts';
import { lookAt } from './look.ts';

/** Writes the photo. The network's mask of the whole photo becomes the opacity. */
export async function applyMask(
  tools: FunctionRun,
  network: OperatorNetwork,
  parameters: Readonly<Record<string, Tensor>>,
): Promise<void> {
  const { photo, createSink, checkpoint } = tools;
  const { width, height } = photo;
  const region = wholePhoto(photo);
  const { result, output } = await lookAt({ tools, network, parameters, photo, region });
  await checkpoint('running', 0.5);
  const { side } = network.tile;
  const values = floats(result[output], output);
  if (values.length !== side * side) {
    throw new Error(`The network returned ${values.length} values instead of ${side * side}`);
  }
  if (!values.every(Number.isFinite)) {
    throw new Error('The network returned values that are not numbers');
  }
  const mask = { width: side, height: side, values };
  const rows = new Rows(mask, photo);
  const [none, full] = network.outputRange ?? [0, 1];
  const alpha = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (const [x, value] of rows.read(mask, y).entries()) {
      const share = Math.max(0, Math.min(1, (value - none) / (full - none)));
      alpha[y * width + x] = Math.round(share * (photo.alpha?.[y * width + x] ?? 255));
    }
  }
  await writeRows({
    photo: { ...photo, alpha },
    sink: await createSink({ width, height, alpha: true }),
    change() {},
    onRows: (fraction) => checkpoint('running', 0.5 + fraction / 2),
  });
}
