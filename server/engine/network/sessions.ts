import { statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { InferenceSession, listSupportedBackends, type Tensor } from 'onnxruntime-node';
import type { RuntimeOptions } from '../../platform/config/runtime-options.ts';
import {
  type ExecutionProvider,
  isAccelerator,
  plainProvider,
  providersOf,
  type RunSettings,
  usualRuntime,
} from './arithmetic.ts';
import { bestOf, type Trial, tryProvider } from './choose-provider.ts';
import { ProviderChoices } from './provider-choices.ts';

// Stops the runtime from sending usage reports and from storing an identifier of this machine. The
// runtime reads this variable when the first network is loaded.
process.env.ORT_DISABLE_TELEMETRY = '1';

/** Loads a network. All networks are loaded through this function, after the setting above. */
export const createSession = (
  network: string | Uint8Array,
  options: InferenceSession.SessionOptions = {},
): Promise<InferenceSession> =>
  typeof network === 'string'
    ? InferenceSession.create(network, options)
    : InferenceSession.create(network, options);

interface Settings {
  /**
   * number of networks that stay loaded; each loaded network holds the memory of its largest tile
   */
  max?: number;
  runtime?: RuntimeOptions | undefined;
  /** earlier measurements on this machine */
  choices?: ProviderChoices;
  /**
   * false for processes that may be killed at any time, because an interrupted trial counts as a
   * crash
   */
  measures?: boolean;
}

/** Networks in smaller files only interpolate. */
const lightBytes = 64 * 1024;

/**
 * Networks that run only once or twice per photo. They get no memory arena, because an arena would
 * not free its memory.
 */
const withoutArena = ['cut-out.onnx'];

/** Loaded networks by file. Each runs on the execution provider that is fastest on this machine. */
export class Sessions {
  readonly #loaded = new Map<string, InferenceSession>();
  /**
   * interpolation networks, which are never unloaded, because jobs alternate between them and other
   * networks
   */
  readonly #light = new Map<string, InferenceSession>();
  readonly #providers = new Map<string, ExecutionProvider>();
  /** stored choice for each network at the time when it was loaded */
  readonly #chosen = new Map<string, string | undefined>();
  readonly #max: number;
  readonly #runtime: RuntimeOptions;
  readonly #choices: ProviderChoices;
  readonly #measures: boolean;
  /** settings of the current job */
  #settings: Partial<RunSettings> = {};

  constructor({
    max = 1,
    runtime = usualRuntime,
    choices = new ProviderChoices(),
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
   * Unloads each network that the next job must run on another execution provider. Possible
   * reasons: a measurement has ended, an accelerator was given up, or the job excludes
   * accelerators. Call `renew` between two jobs, so that each picture is computed by one provider
   * only.
   */
  async renew(settings: Partial<RunSettings> = {}): Promise<void> {
    this.#settings = settings;
    for (const [file, before] of this.#chosen) {
      const network = path.basename(file);
      const providers = providersOf(file, this.#runtime).filter(isPossible);
      if (!settings.withoutAccelerators && !this.#choices.isSettled(network, providers)) continue;
      const chosen = this.#choices.find(network, providers, settings);
      if (chosen === before || chosen === this.#providers.get(file)?.name) continue;
      this.#chosen.delete(file);
      const old = this.#loaded.get(file) ?? this.#light.get(file);
      this.#loaded.delete(file);
      this.#light.delete(file);
      await old?.release();
    }
  }

  /** Loads a network and returns its execution provider. */
  async providerOf(file: string): Promise<ExecutionProvider> {
    await this.get(file);
    return this.#providers.get(file) ?? plainProvider(file);
  }

  async #load(file: string): Promise<InferenceSession> {
    const providers = providersOf(file, this.#runtime).filter(isPossible);
    const [first = plainProvider(file), ...others] = providers;
    const network = path.basename(file);
    if (others.length === 0) return this.#loadBy(file, first);
    const chosen = this.#choices.find(network, providers, this.#settings);
    if (chosen === undefined && this.#measures) return this.#measure(file, providers);
    this.#chosen.set(file, chosen);
    const provider = providers.find(({ name }) => name === chosen) ?? first;
    try {
      return await this.#loadBy(file, provider);
    } catch (error) {
      // The chosen provider cannot load the network, for example without its driver.
      if (provider === first) throw error;
      return this.#measures ? this.#measure(file, providers) : this.#loadBy(file, first);
    }
  }

  async #loadBy(file: string, provider: ExecutionProvider): Promise<InferenceSession> {
    const session = await load(provider);
    this.#providers.set(file, provider);
    return session;
  }

  /**
   * Measures all providers. `begin` records the trial first, because a trial may end this process.
   */
  async #measure(file: string, providers: readonly ExecutionProvider[]): Promise<InferenceSession> {
    const network = path.basename(file);
    this.#choices.begin(network, providers);
    const trials: Trial[] = [];
    for (const provider of providers) {
      try {
        trials.push(await attempt(provider));
      } catch (error) {
        // Skips providers that do not work on this machine. The first provider, the processor, must
        // work.
        if (provider === providers[0]) throw error;
      }
    }
    const best = bestOf(trials);
    const onProcessor = bestOf(trials.filter(({ provider }) => !isAccelerator(provider.name)));
    this.#choices.settle(network, providers, best.name, onProcessor.name);
    this.#chosen.set(file, best.name);
    this.#providers.set(file, best);
    const left = trials.filter(({ provider }) => provider !== best);
    await Promise.all(left.map(({ session }) => session.release()));
    const chosen = trials.find(({ provider }) => provider === best);
    if (!chosen) throw new Error(`The network ${network} cannot be loaded`);
    return chosen.session;
  }
}

async function attempt(provider: ExecutionProvider): Promise<Trial> {
  const session = await load(provider);
  try {
    return await tryProvider(provider, session);
  } catch (error) {
    await session.release();
    throw error;
  }
}

/**
 * Returns true if this build of the runtime includes the provider. The machine may still lack the
 * required hardware.
 */
function isPossible({ executionProviders }: ExecutionProvider): boolean {
  const known = listSupportedBackends().map(({ name }) => name);
  return executionProviders.every((name) => known.includes(name));
}

function load({ file, executionProviders }: ExecutionProvider): Promise<InferenceSession> {
  return createSession(file, {
    executionProviders: executionProviders,
    intraOpNumThreads: os.availableParallelism(),
    graphOptimizationLevel: 'all',
    enableCpuMemArena: !withoutArena.includes(path.basename(file)),
    logSeverityLevel: 3,
    // Waiting threads must not spin, because they would take processor time from all other
    // programs.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
}

/** Returns the values of a float32 tensor. Throws if the tensor is missing or has another type. */
export function floats(tensor: Tensor | undefined, name: string): Float32Array {
  if (!tensor) throw new Error(`The network has no output "${name}"`);
  if (!(tensor.data instanceof Float32Array)) {
    throw new Error(`The output "${name}" is ${tensor.type}, not float32`);
  }
  return tensor.data;
}
