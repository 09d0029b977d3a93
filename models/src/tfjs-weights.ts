import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const weightGroups = z.array(
  z.object({
    paths: z.array(z.string()),
    weights: z.array(
      z.object({
        name: z.string(),
        shape: z.array(z.int().nonnegative()),
        dtype: z.enum(['float32', 'int32']),
        quantization: z
          .object({ scale: z.number(), min: z.number(), dtype: z.literal('uint8') })
          .optional(),
      }),
    ),
  }),
);

export interface Weight {
  shape: number[];
  values: Float32Array;
}

/**
 * Reads the weights that a TensorFlow.js manifest describes: 32-bit floats, or bytes with a scale
 * and a minimum. `folder` contains the binary files. Integers are returned as floats.
 */
export async function readWeights(folder: string, manifest: unknown): Promise<Map<string, Weight>> {
  const weights = new Map<string, Weight>();
  for (const group of weightGroups.parse(manifest)) {
    const parts = await Promise.all(group.paths.map((part) => readFile(path.join(folder, part))));
    const bytes = Buffer.concat(parts);
    let offset = 0;
    for (const { name, shape, dtype, quantization } of group.weights) {
      const length = shape.reduce((product, side) => product * side, 1);
      const size = quantization ? length : length * 4;
      if (offset + size > bytes.length)
        throw new Error(`The weights file ends before the end of the weight "${name}"`);
      const slice = Uint8Array.prototype.slice.call(bytes, offset, offset + size);
      offset += size;
      weights.set(name, { shape, values: decode(slice, dtype, quantization) });
    }
  }
  return weights;
}

function decode(
  bytes: Uint8Array,
  dtype: 'float32' | 'int32',
  quantization: { scale: number; min: number } | undefined,
): Float32Array {
  if (quantization) {
    return Float32Array.from(bytes, (byte) => byte * quantization.scale + quantization.min);
  }
  return dtype === 'int32'
    ? Float32Array.from(new Int32Array(bytes.buffer))
    : new Float32Array(bytes.buffer);
}

/** Returns a weight by name. Throws if it is missing. */
export function weightOf(weights: Map<string, Weight>, name: string): Weight {
  const weight = weights.get(name);
  if (!weight) throw new Error(`The model has no weight named "${name}"`);
  return weight;
}

/**
 * Converts a kernel from TensorFlow's (height, width, in, out) to ONNX's (out, in, height, width).
 */
export function toOnnxKernel({ shape, values }: Weight): Weight {
  const [height = 0, width = 0, from = 0, to = 0] = shape;
  const turned = new Float32Array(values.length);
  let index = 0;
  for (let o = 0; o < to; o += 1) {
    for (let i = 0; i < from; i += 1) {
      for (let tap = 0; tap < height * width; tap += 1) {
        turned[index] = values[(tap * from + i) * to + o] ?? 0;
        index += 1;
      }
    }
  }
  return { shape: [to, from, height, width], values: turned };
}
