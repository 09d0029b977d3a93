import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OnnxGraph } from '../../../models/src/onnx-graph.ts';

/** Builds a network that inverts the picture and repeats each pixel `scale` times. */
export function negative(white: number, scale: number): Uint8Array {
  const graph = new OnnxGraph();
  const input = graph.input('picture', [1, 3, 'h', 'w']);
  const flipped = graph.node('Sub', [graph.weights(Float32Array.of(white), []), input]);
  const factors = graph.weights(Float32Array.of(1, 1, scale, scale), [4]);
  graph.node('Resize', [flipped, '', factors], { mode: 'nearest' }, 'negative');
  graph.output('negative', [1, 3, 'H', 'W']);
  return graph.encode();
}

export const negativeManifest = {
  code: 'negative',
  type: 100,
  credits: 1,
  unit: 1,
  file: 'negative.onnx',
  scale: 2,
  range: [0, 255],
  tile: 32,
  margin: 4,
  names: { en: 'Negative', de: 'Negativ' },
};

/** Builds a network that adds its second input, the option `light`, to the picture. */
function lighter(): Uint8Array {
  const graph = new OnnxGraph();
  const picture = graph.input('picture', [1, 3, 'h', 'w']);
  const light = graph.input('light', [1]);
  graph.node('Add', [picture, light], {}, 'lighter');
  graph.output('lighter', [1, 3, 'h', 'w']);
  return graph.encode();
}

/**
 * Writes an operator's folder with the networks and these manifests. A manifest that is a string is
 * written unchanged.
 */
export async function writeModelsFolder(
  target: string,
  manifests: Record<string, unknown> = { 'negative.json': negativeManifest },
): Promise<string> {
  await mkdir(target);
  await writeFile(path.join(target, 'negative.onnx'), negative(255, 2));
  await writeFile(path.join(target, 'lighter.onnx'), lighter());
  for (const [file, content] of Object.entries(manifests)) {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    await writeFile(path.join(target, file), text);
  }
  return target;
}
