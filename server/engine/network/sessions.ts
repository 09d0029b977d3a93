import { statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { InferenceSession, listSupportedBackends, type Tensor } from 'onnxruntime-node';
import type { RuntimeOptions } from '../../platform/config/runtime-options.ts';
import {
  isAccelerator,
  plainWay,
  type RunWish,
  usualRuntime,
  type Way,
  waysOf,
} from './arithmetic.ts';
import { bestOf, type Trial, tryWay } from './choose-way.ts';
import { WayChoices } from './way-choices.ts';

// Otherwise the runtime sends usage reports and stores an identifier of this machine. It reads this
// variable when the first network is loaded.
process.env.ORT_DISABLE_TELEMETRY = '1';

/** All networks are loaded here. */
export const createSession = (
  network: string | Uint8Array,
  options: InferenceSession.SessionOptions = {},
): Promise<InferenceSession> =>
  typeof network === 'string'
    ? InferenceSession.create(network, options)
    : InferenceSession.create(network, options);

interface Settings {
  /** number of networks that stay loaded; each keeps the working memory of its largest tile */
  max?: number;
  runtime?: RuntimeOptions | undefined;
  /** earlier measurements of this machine */
  choices?: WayChoices;
  /** false for work that may be ended at any time: an interrupted trial counts as a crash */
  measures?: boolean;
}

/** Smaller files contain only interpolation. */
const lightBytes = 64 * 1024;

/** Loaded networks by file, each with the fastest execution provider of this machine. */
export class Sessions {
  readonly #loaded = new Map<string, InferenceSession>();
  /** stays loaded, because a job alternates between interpolation and its network */
  readonly #light = new Map<string, InferenceSession>();
  readonly #ways = new Map<string, Way>();
  /** stored choice of each network at the time it was loaded */
  readonly #chosen = new Map<string, string | undefined>();
  readonly #max: number;
  readonly #runtime: RuntimeOptions;
  readonly #choices: WayChoices;
  readonly #measures: boolean;
  /** options of the current job */
  #wish: Partial<RunWish> = {};

  constructor({
    max = 1,
    runtime = usualRuntime,
    choices = new WayChoices(),
    measures = true,
  }: Settings = {}) {
    this.#measures = measures;
    this.#max = max;
    this.#runtime = runtime;
    this.#choices = choices;
  }

  async get(file: string): Promise<InferenceSession> {
    const light = this.#light.get(file);
    if (light) return light;
    const known = this.#loaded.get(file);
    this.#loaded.delete(file);
    const session = known ?? (await this.#load(file));
    if (!known && statSync(file).size < lightBytes) {
      this.#light.set(file, session);
      return session;
    }
    this.#loaded.set(file, session);
    for (const [oldest, old] of this.#loaded) {
      if (this.#loaded.size <= this.#max) break;
      this.#loaded.delete(oldest);
      await old.release();
    }
    return session;
  }

  /**
   * Unloads networks that the next job runs on another execution provider: because nothing was
   * known when they were loaded, their accelerator was given up, or the job excludes accelerators.
   * Called between two jobs, so that a picture is made with only one.
   */
  async renew(wish: Partial<RunWish> = {}): Promise<void> {
    this.#wish = wish;
    for (const [file, before] of this.#chosen) {
      const network = path.basename(file);
      const ways = waysOf(file, this.#runtime).filter(isPossible);
      if (!wish.withoutAccelerators && !this.#choices.isSettled(network, ways)) continue;
      const chosen = this.#choices.find(network, ways, wish);
      if (chosen === before || chosen === this.#ways.get(file)?.name) continue;
      this.#chosen.delete(file);
      const old = this.#loaded.get(file) ?? this.#light.get(file);
      this.#loaded.delete(file);
      this.#light.delete(file);
      await old?.release();
    }
  }

  /** Returns the execution provider that runs a network here. */
  async wayOf(file: string): Promise<Way> {
    await this.get(file);
    return this.#ways.get(file) ?? plainWay(file);
  }

  async #load(file: string): Promise<InferenceSession> {
    const ways = waysOf(file, this.#runtime).filter(isPossible);
    const [first = plainWay(file), ...others] = ways;
    const network = path.basename(file);
    if (others.length === 0) return this.#loadBy(file, first);
    const chosen = this.#choices.find(network, ways, this.#wish);
    if (chosen === undefined && this.#measures) return this.#measure(file, ways);
    this.#chosen.set(file, chosen);
    const way = ways.find(({ name }) => name === chosen) ?? first;
    try {
      return await this.#loadBy(file, way);
    } catch (error) {
      // The chosen execution provider has disappeared: a removed driver or a damaged file.
      if (way === first) throw error;
      return this.#measures ? this.#measure(file, ways) : this.#loadBy(file, first);
    }
  }

  async #loadBy(file: string, way: Way): Promise<InferenceSession> {
    const session = await load(way);
    this.#ways.set(file, way);
    return session;
  }

  /** A trial of an accelerator may end this process: `begin` records it for the next process. */
  async #measure(file: string, ways: readonly Way[]): Promise<InferenceSession> {
    const network = path.basename(file);
    this.#choices.begin(network, ways);
    const trials: Trial[] = [];
    for (const way of ways) {
      try {
        trials.push(await attempt(way));
      } catch (error) {
        // If something is missing on this machine, the processor still works.
        if (way === ways[0]) throw error;
      }
    }
    const best = bestOf(trials);
    const onProcessor = bestOf(trials.filter(({ way }) => !isAccelerator(way.name)));
    this.#choices.settle(network, ways, best.name, onProcessor.name);
    this.#chosen.set(file, best.name);
    this.#ways.set(file, best);
    const left = trials.filter(({ way }) => way !== best);
    await Promise.all(left.map(({ session }) => session.release()));
    const chosen = trials.find(({ way }) => way === best);
    if (!chosen) throw new Error(`${network} cannot be loaded`);
    return chosen.session;
  }
}

async function attempt(way: Way): Promise<Trial> {
  const session = await load(way);
  try {
    return await tryWay(way, session);
  } catch (error) {
    await session.release();
    throw error;
  }
}

/** True if this build of the runtime supports it; the machine may still not. */
function isPossible({ providers }: Way): boolean {
  const known = listSupportedBackends().map(({ name }) => name);
  return providers.every((name) => known.includes(name));
}

function load({ file, providers }: Way): Promise<InferenceSession> {
  return createSession(file, {
    executionProviders: providers,
    intraOpNumThreads: os.availableParallelism(),
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
    // Threads that wait by spinning would take cores from all other work on this machine.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
}

/** Returns the values of a float32 tensor. Throws if a model returns another type. */
export function floats(tensor: Tensor | undefined, name: string): Float32Array {
  if (!tensor) throw new Error(`The network has no output "${name}"`);
  if (!(tensor.data instanceof Float32Array)) {
    throw new Error(`The output "${name}" is ${tensor.type}, not float32`);
  }
  return tensor.data;
}
