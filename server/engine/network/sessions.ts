import os from 'node:os';
import { InferenceSession, type Tensor } from 'onnxruntime-node';

// Otherwise the runtime reports its use to its maker and keeps an identifier of this machine (0262).
// It reads this when the first network is loaded.
process.env.ORT_DISABLE_TELEMETRY = '1';

/** The only place where a network is loaded. */
export const createSession = (
  file: string,
  options: InferenceSession.SessionOptions = {},
): Promise<InferenceSession> => InferenceSession.create(file, options);

/**
 * Loaded networks by file. Only the last few stay loaded: each keeps the working memory of its
 * largest tile.
 */
export class Sessions {
  readonly #loaded = new Map<string, InferenceSession>();
  readonly #max: number;

  constructor(max = 1) {
    this.#max = max;
  }

  async get(file: string): Promise<InferenceSession> {
    const known = this.#loaded.get(file);
    this.#loaded.delete(file);
    const session = known ?? (await load(file));
    this.#loaded.set(file, session);
    for (const [oldest, old] of this.#loaded) {
      if (this.#loaded.size <= this.#max) break;
      this.#loaded.delete(oldest);
      await old.release();
    }
    return session;
  }
}

function load(file: string): Promise<InferenceSession> {
  return createSession(file, {
    executionProviders: ['cpu'],
    intraOpNumThreads: os.availableParallelism(),
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
    // Threads that wait by spinning would take cores from everything else on this machine.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
}

/** The values of a float32 tensor; a clear error for a model that gives another type. */
export function floats(tensor: Tensor | undefined, name: string): Float32Array {
  if (!tensor) throw new Error(`The network has no output "${name}"`);
  if (!(tensor.data instanceof Float32Array)) {
    throw new Error(`The output "${name}" is ${tensor.type}, not float32`);
  }
  return tensor.data;
}
