import { OnnxGraph } from './onnx-graph.ts';
import { toOnnxKernel, type Weight, weightOf } from './tfjs-weights.ts';

const side = 112;
const blocks = 4;
const points = 68;
/** Means of the training photos: red, green, blue; 0 to 255. */
const means = [122.782, 117.001, 104.298];

/**
 * Writes the landmark network of face-api as ONNX.
 * Input `faces` [n, 3, 112, 112]: RGB, 0 to 255.
 * Output `landmarks` [n, 136]: x and y of 68 points, as shares of the input.
 */
export function convertFaceLandmarks(weights: Map<string, Weight>): Uint8Array {
  const graph = new OnnxGraph();
  let value = normalised(graph, graph.input('faces', ['n', 3, side, side]));
  for (let block = 0; block < blocks; block += 1) {
    value = denseBlock(graph, weights, value, `dense${block}`);
  }
  const pooled = graph.node('GlobalAveragePool', [value]);
  const { shape, values } = weightOf(weights, 'fc/weights');
  const [from = 0] = shape;
  const bias = weightOf(weights, 'fc/bias').values;
  graph.node(
    'Gemm',
    [
      graph.node('Reshape', [pooled, graph.integers([-1, from])]),
      graph.weights(values, shape),
      graph.weights(bias, [bias.length]),
    ],
    {},
    'landmarks',
  );
  graph.output('landmarks', ['n', 2 * points]);
  return graph.encode();
}

function normalised(graph: OnnxGraph, faces: string): string {
  const centred = graph.node('Sub', [faces, graph.weights(Float32Array.from(means), [3, 1, 1])]);
  return graph.node('Div', [centred, graph.scalar(255)]);
}

/** Four convolutions; the input of each is the sum of the results of all earlier ones. */
function denseBlock(
  graph: OnnxGraph,
  weights: Map<string, Weight>,
  input: string,
  block: string,
): string {
  const sum = (values: readonly string[]) =>
    graph.node('Relu', [values.reduce((total, value) => graph.node('Add', [total, value]))]);
  const first =
    block === 'dense0'
      ? plain(graph, weights, input, `${block}/conv0`)
      : separable(graph, weights, input, { layer: `${block}/conv0`, stride: 2 });
  const results = [graph.node('Relu', [first])];
  for (const layer of ['conv1', 'conv2', 'conv3']) {
    const from = results.length === 1 ? (results[0] ?? '') : sum(results);
    results.push(separable(graph, weights, from, { layer: `${block}/${layer}`, stride: 1 }));
  }
  return sum(results);
}

function plain(graph: OnnxGraph, weights: Map<string, Weight>, input: string, layer: string) {
  const kernel = toOnnxKernel(weightOf(weights, `${layer}/filters`));
  const bias = weightOf(weights, `${layer}/bias`).values;
  return convolve(graph, input, kernel, { bias, stride: 2, group: 1 });
}

function separable(
  graph: OnnxGraph,
  weights: Map<string, Weight>,
  input: string,
  { layer, stride }: { layer: string; stride: number },
): string {
  const { shape, values } = weightOf(weights, `${layer}/depthwise_filter`);
  const [height = 0, width = 0, channels = 0] = shape;
  // one filter per channel: TensorFlow's (height, width, channels, 1)
  const depthwise = toOnnxKernel({ shape: [height, width, 1, channels], values });
  const filtered = convolve(graph, input, depthwise, { bias: null, stride, group: channels });
  const pointwise = toOnnxKernel(weightOf(weights, `${layer}/pointwise_filter`));
  const bias = weightOf(weights, `${layer}/bias`).values;
  return convolve(graph, filtered, pointwise, { bias, stride: 1, group: 1 });
}

function convolve(
  graph: OnnxGraph,
  input: string,
  kernel: Weight,
  { bias, stride, group }: { bias: Float32Array | null; stride: number; group: number },
): string {
  const size = kernel.shape[3] ?? 1;
  // With TensorFlow's "same" padding at stride 2, pixels are added only at the end if the side is
  // even.
  const before = stride === 2 ? 0 : (size - 1) / 2;
  const after = size - 1 - before - (stride === 2 ? 1 : 0);
  const inputs = [input, graph.weights(kernel.values, kernel.shape)];
  return graph.node('Conv', bias ? [...inputs, graph.weights(bias, [bias.length])] : inputs, {
    kernel_shape: [size, size],
    pads: [before, before, after, after],
    strides: [stride, stride],
    group,
  });
}
