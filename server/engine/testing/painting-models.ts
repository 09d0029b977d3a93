import { OnnxGraph } from '../../../models/src/onnx-graph.ts';

/* Small networks with a brush or a mask, like those of an operator. */

/** Builds a network that lightens the painted area by a half and darkens the rest by a quarter. */
export function lightenPainted(): Uint8Array {
  const graph = new OnnxGraph();
  const picture = graph.input('picture', [1, 3, 'h', 'w']);
  const part = graph.input('part', [1, 1, 'h', 'w']);
  const change = graph.node('Mul', [part, graph.weights(Float32Array.of(0.75), [])]);
  const changed = graph.node('Add', [picture, change]);
  graph.node('Sub', [changed, graph.weights(Float32Array.of(0.25), [])], {}, 'changed');
  graph.output('changed', [1, 3, 'h', 'w']);
  return graph.encode();
}

/** Builds a network that returns each pixel's brightness, multiplied by a factor, as a mask. */
export function brightness(factor = 1): Uint8Array {
  const graph = new OnnxGraph();
  const picture = graph.input('picture', [1, 3, 'h', 'w']);
  const weights = graph.weights(new Float32Array(3).fill(factor / 3), [1, 3, 1, 1]);
  graph.node('Conv', [picture, weights], {}, 'mask');
  graph.output('mask', [1, 1, 'h', 'w']);
  return graph.encode();
}

/** Builds a network that multiplies the picture by a factor. */
export function multiplied(factor: number): Uint8Array {
  const graph = new OnnxGraph();
  const picture = graph.input('picture', [1, 3, 'h', 'w']);
  graph.node('Mul', [picture, graph.weights(Float32Array.of(factor), [])], {}, 'multiplied');
  graph.output('multiplied', [1, 3, 'h', 'w']);
  return graph.encode();
}

/**
 * Builds a network that hangs on a bright picture: it multiplies large matrices for many minutes.
 * Its answer for other pictures is the picture.
 */
export function stuckIfBright(): Uint8Array {
  const graph = new OnnxGraph();
  const picture = graph.input('picture', [1, 3, 'h', 'w']);
  const mean = graph.node('ReduceMean', [picture], { keepdims: 0 });
  const excess = graph.node('Relu', [graph.node('Sub', [mean, graph.scalar(0.6)])]);
  const side = graph.node('Add', [
    graph.node('Mul', [excess, graph.scalar(15_000)]),
    graph.scalar(1),
  ]);
  const int64 = 7;
  const whole = graph.node('Cast', [side], { to: int64 });
  const sides = graph.node('Expand', [whole, graph.integers([2])]);
  let matrix = graph.node('ConstantOfShape', [sides]);
  for (let n = 0; n < 300; n += 1) matrix = graph.node('MatMul', [matrix, matrix]);
  const nothing = graph.node('ReduceMean', [matrix], { keepdims: 0 });
  graph.node('Add', [picture, nothing], {}, 'stuck');
  graph.output('stuck', [1, 3, 'h', 'w']);
  return graph.encode();
}
