import type { Layer } from './layers-model.ts';
import type { Weight } from './tfjs-weights.ts';

/**
 * The tensors of a layer's result. A Concatenate layer has several tensors, because they are not
 * copied into one tensor.
 */
export type Parts = { name: string; channels: number }[];

/*
 * Layers that become part of an earlier convolution. Most layers after a convolution multiply by
 * 0.2 or add an earlier tensor. Both can become part of the convolution. A factor scales the
 * weights. To add an input of the convolution, the kernel gets a 1 in its middle. Adding another
 * tensor makes it the initial value of the sum. Each saved layer avoids reading and writing the
 * whole feature map.
 */

interface Tail {
  /** factor of the convolution's weights */
  factor: number;
  /** factors of the convolution's inputs that are added to its result */
  identities: Map<string, number>;
  /** another tensor that is added, as the initial value of the sum */
  addend: string | undefined;
  /** layers that become part of the convolution, in order */
  absorbed: string[];
}

export function usersOf(layers: Layer[]): Map<string, Layer[]> {
  const users = new Map<string, Layer[]>();
  for (const layer of layers) {
    for (const name of layer.inputs) users.set(name, [...(users.get(name) ?? []), layer]);
  }
  return users;
}

/**
 * Finds the layers that can become part of a convolution. `tensorOf` returns only results of
 * earlier layers.
 */
export function findTail(
  convolution: Layer,
  users: Map<string, Layer[]>,
  tensorOf: (layer: string) => string | undefined,
  inputs: Parts,
): Tail {
  const tail: Tail = { factor: 1, identities: new Map(), addend: undefined, absorbed: [] };
  let last = convolution.name;
  for (;;) {
    const [next, ...others] = users.get(last) ?? [];
    if (!next || others.length > 0 || !absorb(tail, next, last, tensorOf, inputs)) return tail;
    tail.absorbed.push(next.name);
    last = next.name;
  }
}

function absorb(
  tail: Tail,
  layer: Layer,
  before: string,
  tensorOf: (layer: string) => string | undefined,
  inputs: Parts,
): boolean {
  if (layer.kind === 'MultiplyBeta') {
    if (tail.addend !== undefined) return false;
    const factor = layer.config.beta ?? 1;
    tail.factor *= factor;
    for (const [name, times] of tail.identities) tail.identities.set(name, times * factor);
    return true;
  }
  if (layer.kind !== 'Add' || layer.inputs.length !== 2) return false;
  const added = tensorOf(layer.inputs.find((name) => name !== before) ?? '');
  if (added === undefined) return false;
  if (inputs.some(({ name }) => name === added)) {
    tail.identities.set(added, (tail.identities.get(added) ?? 0) + 1);
    return true;
  }
  if (tail.addend !== undefined) return false;
  tail.addend = added;
  return true;
}

/**
 * Changes a kernel (out, in, height, width) so that it also adds some of its inputs to the result.
 */
export function addIdentities(kernel: Weight, inputs: Parts, times: Map<string, number>): void {
  const [, all = 0, height = 0, width = 0] = kernel.shape;
  const centre = (height * width - 1) / 2;
  let from = 0;
  for (const { name, channels } of inputs) {
    const weight = times.get(name) ?? 0;
    for (let channel = 0; channel < channels && weight !== 0; channel += 1) {
      const index = (channel * all + from + channel) * height * width + centre;
      kernel.values[index] = (kernel.values[index] ?? 0) + weight;
    }
    from += channels;
  }
}
