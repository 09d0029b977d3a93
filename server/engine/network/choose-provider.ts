import { type InferenceSession, Tensor } from 'onnxruntime-node';
import type { ExecutionProvider } from './arithmetic.ts';

/** Side length of the test picture, pixels. */
const side = 64;
const runs = 3;
/**
 * Minimum similarity, in decibels, to the picture of the float network. A lower value means
 * saturated sums or low precision.
 */
const leastDecibels = 40;
/**
 * Maximum time of a provider, relative to the time with floats. A smaller gain is not worth the
 * rounding errors.
 */
const worthShare = 0.9;

export interface Trial {
  provider: ExecutionProvider;
  session: InferenceSession;
  /** duration of the fastest of several runs, milliseconds */
  ms: number;
  pixels: Uint8Array;
}

/** Runs a network of bytes on a test picture of waves and edges. */
export async function tryProvider(
  provider: ExecutionProvider,
  session: InferenceSession,
): Promise<Trial> {
  const input = new Tensor('uint8', testPicture(), [1, side, side, 3]);
  let ms = Number.POSITIVE_INFINITY;
  let pixels = new Uint8Array();
  for (let run = 0; run < runs; run += 1) {
    const begin = performance.now();
    const { output } = await session.run({ input });
    ms = Math.min(ms, performance.now() - begin);
    if (output?.data instanceof Uint8Array) pixels = output.data.slice();
  }
  return { provider, session, ms, pixels };
}

/** Returns the fastest provider whose picture matches that of the first trial. */
export function bestOf(
  trials: readonly Pick<Trial, 'provider' | 'ms' | 'pixels'>[],
): ExecutionProvider {
  const [plain, ...others] = trials;
  if (!plain) throw new Error('There is no execution provider to choose from');
  let best = plain;
  for (const trial of others) {
    const isAlike = decibels(trial.pixels, plain.pixels) >= leastDecibels;
    if (isAlike && trial.ms < best.ms * worthShare) best = trial;
  }
  return best.provider;
}

function decibels(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length || a.length === 0) return Number.NEGATIVE_INFINITY;
  let squares = 0;
  for (const [index, value] of a.entries()) squares += (value - (b[index] ?? 0)) ** 2;
  return 10 * Math.log10(255 ** 2 / (squares / a.length));
}

function testPicture(): Uint8Array {
  return Uint8Array.from({ length: side * side * 3 }, (_, index) => {
    const [x, y] = [Math.floor(index / 3) % side, Math.floor(index / 3 / side)];
    const wave = 60 * Math.sin(x / 3 + (index % 3)) + 40 * Math.cos((x * y) / 90);
    return 128 + wave + (x > y ? 20 : -20);
  });
}
