import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { env } from 'onnxruntime-node';
import { type ExecutionProvider, isAccelerator, type RunSettings } from './arithmetic.ts';
import {
  type Choice,
  type Choices,
  isGivenUp,
  isUnderWay,
  readChoices,
  triesOf,
  writeChoices,
} from './choices-file.ts';

/**
 * Stores the fastest execution provider of each network on this machine. Child processes share the
 * choices through a file. Without a writable file, the choices apply to this process only.
 */
export class ProviderChoices {
  readonly #path: string | undefined;
  #known: Choices = {};

  constructor(file?: string) {
    this.#path = file;
  }

  /**
   * Returns the name of the provider to use. Returns undefined if the providers must first be
   * measured; the caller then calls `begin`. Returns `float` during a trial, because `float` works
   * on every machine.
   */
  find(
    network: string,
    providers: readonly ExecutionProvider[],
    settings: Partial<RunSettings> = {},
  ): string | undefined {
    const known = this.#read()[network];
    if (settings.withoutAccelerators) return this.#onProcessor(known, providers);
    if (known?.identity !== identityOf(providers)) return undefined;
    if (known.provider !== null) return isGivenUp(known) ? known.onProcessor : known.provider;
    return isUnderWay(known) || isGivenUp(known) ? 'float' : undefined;
  }

  #onProcessor(known: Choice | undefined, providers: readonly ExecutionProvider[]): string {
    if (known?.identity !== identityOf(providers) || known.provider === null) return 'float';
    return isAccelerator(known.provider) ? known.onProcessor : known.provider;
  }

  /** Returns true if this network was measured on this machine with the same files. */
  isSettled(network: string, providers: readonly ExecutionProvider[]): boolean {
    const known = this.#read()[network];
    return known?.identity === identityOf(providers) && known.provider !== null;
  }

  begin(network: string, providers: readonly ExecutionProvider[]): void {
    const identity = identityOf(providers);
    const before = this.#read()[network];
    const tries = before?.identity === identity ? triesOf(before) : 0;
    const onProcessor = 'float';
    this.#write(network, {
      identity,
      provider: null,
      onProcessor,
      tries: tries + 1,
      triedAt: Date.now(),
    });
  }

  /**
   * Stores the result of a measurement.
   * @param onProcessor fallback if `provider` is an accelerator on which jobs fail
   */
  settle(
    network: string,
    providers: readonly ExecutionProvider[],
    provider: string,
    onProcessor = provider,
  ): void {
    const identity = identityOf(providers);
    this.#write(network, { identity, provider, onProcessor, tries: 0, triedAt: Date.now() });
  }

  #read(): Choices {
    if (this.#path) this.#known = readChoices(this.#path) ?? this.#known;
    return this.#known;
  }

  #write(network: string, made: Choice): void {
    this.#known = { ...this.#read(), [network]: made };
    if (this.#path) writeChoices(this.#path, this.#known);
  }
}

/**
 * Identifies the processor. The feature flags are included, because a hypervisor may hide the
 * model.
 */
function processorOf(): string {
  const [cpu] = os.cpus();
  const description = `${cpu?.model ?? ''}; ${os.availableParallelism()}`;
  try {
    const [first = ''] = readFileSync('/proc/cpuinfo', 'utf8').split('\n\n');
    const lines =
      first.match(/^(cpu family|model|stepping|flags|Features|CPU part)\s*:.*$/gm) ?? [];
    return `${description}; ${createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12)}`;
  } catch {
    return description;
  }
}

const processor = processorOf();

function identityOf(providers: readonly ExecutionProvider[]): string {
  const files = providers.map(({ name, file }) => {
    const { size, mtimeMs } = statSync(file);
    return `${name} ${path.basename(file)} ${size} ${Math.round(mtimeMs)}`;
  });
  return [processor, JSON.stringify(env.versions), ...files].join('; ');
}
