import { OnnxGraph } from './onnx-graph.ts';
import { toOnnxKernel, type Weight, weightOf } from './tfjs-weights.ts';

const batchNormEpsilon = 0.001;
const pairs = 13;
/** Numbers of the convolution pairs whose depthwise convolution halves the picture. */
const halvingPairs = [2, 4, 6, 12];
/** Number of the pair whose result is also the input of the predictor for the smallest faces. */
const earlyPair = 11;
const predictors = 6;
const classes = 3;
const faceClass = 1;

/**
 * Writes the SSD MobileNet v1 face detector of face-api as ONNX. Overlapping boxes are not merged.
 * Input `input` [1, 3, 512, 512]: RGB, -1 to 1.
 * Output `boxes` [anchors, 4]: top, left, bottom, right; 0 to 1 of the input.
 * Output `scores` [anchors, 1]: 0 to 1.
 */
export function convertFaceDetector(weights: Map<string, Weight>): Uint8Array {
  const writer = new DetectorWriter(weights);
  return writer.write();
}

class DetectorWriter {
  readonly #graph = new OnnxGraph();
  readonly #weights: Map<string, Weight>;

  constructor(weights: Map<string, Weight>) {
    this.#weights = weights;
  }

  write(): Uint8Array {
    const graph = this.#graph;
    const { early, last } = this.#backbone(graph.input('input', [1, 3, 512, 512]));
    const features = [early, last, ...this.#extraFeatures(last)];
    const predicted = features.map((feature, index) => this.#predict(feature, index));
    const boxes = graph.node(
      'Concat',
      predicted.map(({ box }) => box),
      { axis: 0 },
    );
    const faces = graph.node(
      'Concat',
      predicted.map(({ face }) => face),
      { axis: 0 },
    );
    const anchors = this.#decode(boxes);
    graph.node('Sigmoid', [this.#columns(faces, faceClass, faceClass + 1)], {}, 'scores');
    graph.output('boxes', [anchors, 4]);
    graph.output('scores', [anchors, 1]);
    return graph.encode();
  }

  #backbone(input: string): { early: string; last: string } {
    let value = this.#pointwise(input, 'MobilenetV1/Conv2d_0_pointwise', 2);
    let early = value;
    for (let pair = 1; pair <= pairs; pair += 1) {
      const stride = halvingPairs.includes(pair) ? 2 : 1;
      value = this.#depthwise(value, `MobilenetV1/Conv2d_${pair}_depthwise`, stride);
      value = this.#pointwise(value, `MobilenetV1/Conv2d_${pair}_pointwise`, 1);
      if (pair === earlyPair) early = value;
    }
    return { early, last: value };
  }

  /** Returns four feature maps of decreasing size. Smaller maps find larger faces. */
  #extraFeatures(last: string): string[] {
    const features: string[] = [];
    let value = last;
    for (let index = 0; index < 8; index += 2) {
      value = this.#pointwise(value, `Prediction/Conv2d_${index}_pointwise`, 1);
      value = this.#pointwise(value, `Prediction/Conv2d_${index + 1}_pointwise`, 2);
      features.push(value);
    }
    if (features.length !== predictors - 2)
      throw new Error('The number of feature maps does not match the number of predictors');
    return features;
  }

  #predict(feature: string, index: number): { box: string; face: string } {
    const layer = `Prediction/BoxPredictor_${index}`;
    return {
      box: this.#rows(this.#biased(feature, `${layer}/BoxEncodingPredictor`), 4),
      face: this.#rows(this.#biased(feature, `${layer}/ClassPredictor`), classes),
    };
  }

  #depthwise(input: string, layer: string, stride: number): string {
    const of = (name: string) => weightOf(this.#weights, `${layer}/${name}`).values;
    const gamma = of('BatchNorm/gamma');
    const mean = of('BatchNorm/moving_mean');
    const beta = of('BatchNorm/beta');
    const factors = of('BatchNorm/moving_variance').map(
      (variance, channel) => (gamma[channel] ?? 0) / Math.sqrt(variance + batchNormEpsilon),
    );
    const { shape, values } = weightOf(this.#weights, `${layer}/depthwise_weights`);
    const [height = 0, width = 0, channels = 0] = shape;
    const taps = height * width;
    const kernel = new Float32Array(values.length);
    for (let channel = 0; channel < channels; channel += 1) {
      for (let tap = 0; tap < taps; tap += 1) {
        const value = values[tap * channels + channel] ?? 0;
        kernel[channel * taps + tap] = value * (factors[channel] ?? 0);
      }
    }
    const bias = beta.map(
      (value, channel) => value - (mean[channel] ?? 0) * (factors[channel] ?? 0),
    );
    const weight = { shape: [channels, 1, height, width], values: kernel };
    return this.#relu6(this.#convolve(input, weight, bias, stride, channels));
  }

  #pointwise(input: string, layer: string, stride: number): string {
    const kernel = toOnnxKernel(weightOf(this.#weights, `${layer}/weights`));
    const bias = weightOf(this.#weights, `${layer}/convolution_bn_offset`).values;
    return this.#relu6(this.#convolve(input, kernel, bias, stride, 1));
  }

  #biased(input: string, layer: string): string {
    const kernel = toOnnxKernel(weightOf(this.#weights, `${layer}/weights`));
    return this.#convolve(input, kernel, weightOf(this.#weights, `${layer}/biases`).values, 1, 1);
  }

  #convolve(
    input: string,
    kernel: Weight,
    bias: Float32Array,
    stride: number,
    group: number,
  ): string {
    const size = kernel.shape[3] ?? 1;
    // With TensorFlow's "same" padding at stride 2, pixels are added only at the end if the side is
    // even.
    const before = stride === 2 ? 0 : (size - 1) / 2;
    const after = size - 1 - before - (stride === 2 ? 1 : 0);
    return this.#graph.node(
      'Conv',
      [
        input,
        this.#graph.weights(kernel.values, kernel.shape),
        this.#graph.weights(bias, [bias.length]),
      ],
      {
        kernel_shape: [size, size],
        pads: [before, before, after, after],
        strides: [stride, stride],
        group,
      },
    );
  }

  #relu6(input: string): string {
    const limits = [0, 6].map((limit) => this.#graph.weights(Float32Array.of(limit), []));
    return this.#graph.node('Clip', [input, ...limits]);
  }

  /** Reshapes [1, n × columns, h, w] to [h × w × n, columns], in TensorFlow's order. */
  #rows(input: string, columns: number): string {
    const turned = this.#graph.node('Transpose', [input], { perm: [0, 2, 3, 1] });
    return this.#graph.node('Reshape', [turned, this.#graph.integers([-1, columns])]);
  }

  #columns(input: string, from: number, to: number): string {
    const [start, end, axis] = [[from], [to], [1]].map((value) => this.#graph.integers(value));
    return this.#graph.node('Slice', [input, start ?? '', end ?? '', axis ?? '']);
  }

  /**
   * Adds the output `boxes`. Predictions are offsets and sizes relative to anchors, with variances
   * 0.1 and 0.2.
   */
  #decode(encoded: string): number {
    const graph = this.#graph;
    const { shape, values } = weightOf(this.#weights, 'Output/extra_dim');
    const anchors = shape[1] ?? 0;
    const centres = new Float32Array(anchors * 2);
    const sizes = new Float32Array(anchors * 2);
    for (let index = 0; index < anchors * 2; index += 1) {
      const start = values[(index >> 1) * 4 + (index & 1)] ?? 0;
      const end = values[(index >> 1) * 4 + (index & 1) + 2] ?? 0;
      centres[index] = (start + end) / 2;
      sizes[index] = end - start;
    }
    const constant = (data: Float32Array) => graph.weights(data, [anchors, 2]);
    const moved = graph.node('Mul', [
      this.#columns(encoded, 0, 2),
      constant(sizes.map((size) => size / 10)),
    ]);
    const centre = graph.node('Add', [moved, constant(centres)]);
    const fifth = graph.weights(Float32Array.of(1 / 5), []);
    const grown = graph.node('Exp', [graph.node('Mul', [this.#columns(encoded, 2, 4), fifth])]);
    const half = graph.node('Mul', [grown, constant(sizes.map((size) => size / 2))]);
    const edges = ['Sub', 'Add'].map((operation) => graph.node(operation, [centre, half]));
    graph.node('Concat', edges, { axis: 1 }, 'boxes');
    return anchors;
  }
}
