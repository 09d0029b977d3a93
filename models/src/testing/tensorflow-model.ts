import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import * as tf from '@tensorflow/tfjs-core';
import * as layers from '@tensorflow/tfjs-layers';

/** A picture of interleaved RGB values, 0 to 1. */
export interface FloatPicture {
  width: number;
  height: number;
  values: Float32Array;
}

/**
 * A model of UpscalerJS in TensorFlow.js on WebAssembly, as reference for the converted networks.
 */
export interface TensorFlowModel {
  run(picture: FloatPicture): Promise<FloatPicture>;
}

function only(inputs: tf.Tensor | tf.Tensor[]): tf.Tensor {
  const [tensor] = Array.isArray(inputs) ? inputs : [inputs];
  if (!tensor) throw new Error('The layer has no input');
  return tensor;
}

class MultiplyBeta extends layers.layers.Layer {
  static readonly className = 'MultiplyBeta';

  constructor() {
    super({});
  }

  override call(inputs: tf.Tensor | tf.Tensor[]): tf.Tensor {
    return tf.mul(only(inputs), 0.2);
  }
}

function pixelShuffle(scale: number) {
  return class PixelShuffle extends layers.layers.Layer {
    static readonly className = `PixelShuffle${scale}x`;

    constructor() {
      super({});
    }

    override computeOutputShape(shape: layers.Shape): layers.Shape {
      return [shape[0] ?? null, shape[1] ?? null, shape[2] ?? null, 3];
    }

    override call(inputs: tf.Tensor | tf.Tensor[]): tf.Tensor {
      return tf.depthToSpace(only(inputs) as tf.Tensor4D, scale, 'NHWC');
    }
  };
}

export async function loadTensorFlowModel(folder: string, scale: 2 | 4): Promise<TensorFlowModel> {
  const wasm = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm/package.json');
  setWasmPaths(`${path.join(path.dirname(wasm), 'dist')}/`);
  await tf.setBackend('wasm');
  await tf.ready();
  for (const layer of [MultiplyBeta, pixelShuffle(scale)]) tf.serialization.registerClass(layer);
  const model = await layers.loadLayersModel({ load: () => readModel(folder) });
  return {
    async run({ width, height, values }) {
      const result = tf.tidy(() => {
        const output = model.predict(tf.tensor4d(values, [1, height, width, 3]));
        return only(output);
      });
      const output = Float32Array.from(await result.data());
      result.dispose();
      return { width: width * scale, height: height * scale, values: output };
    },
  };
}

async function readModel(folder: string): Promise<tf.io.ModelArtifacts> {
  const { modelTopology, weightsManifest } = JSON.parse(
    await readFile(path.join(folder, 'model.json'), 'utf8'),
  ) as { modelTopology: object; weightsManifest: tf.io.WeightsManifestConfig };
  const paths = weightsManifest.flatMap((group) => group.paths);
  const parts = await Promise.all(paths.map((name) => readFile(path.join(folder, name))));
  return {
    modelTopology,
    weightSpecs: weightsManifest.flatMap((group) => group.weights),
    weightData: new Uint8Array(Buffer.concat(parts)).buffer,
  };
}
