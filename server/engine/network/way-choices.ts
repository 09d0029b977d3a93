import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { Way } from './arithmetic.ts';

const choice = z.object({
  /** of the machine and the files; another one makes the choice void */
  identity: z.string(),
  /** null while ways are tried, and for ever where that has ended processes */
  way: z.string().nullable(),
  tries: z.int(),
  /** when the last try began, milliseconds since 1970 */
  triedAt: z.number(),
});

const choicesFile = z.record(z.string(), choice);
type Choice = z.infer<typeof choice>;

/** A way that crashes the process gets this many tries, so that a kill by chance is not held against it. */
const maxTries = 2;
/** After that nobody is trying any more. */
const tryingMs = 60_000;

/**
 * Which way each network runs on this machine, as measured. Kept in a file, because every child
 * process wants to know; without one, or where it cannot be written, for this process only.
 */
export class WayChoices {
  readonly #path: string | undefined;
  #known: Record<string, Choice> = {};

  constructor(file?: string) {
    this.#path = file;
  }

  /** `undefined` asks for a measurement, which must begin with `begin`; `float` is always safe. */
  find(network: string, ways: readonly Way[]): string | undefined {
    const known = this.#read()[network];
    if (known?.identity !== identityOf(ways)) return undefined;
    if (known.way !== null) return known.way;
    const isUnderWay = Math.abs(Date.now() - known.triedAt) < tryingMs;
    return isUnderWay || known.tries >= maxTries ? 'float' : undefined;
  }

  begin(network: string, ways: readonly Way[]): void {
    const identity = identityOf(ways);
    const before = this.#read()[network];
    const tries = before?.identity === identity ? before.tries : 0;
    this.#write(network, { identity, way: null, tries: tries + 1, triedAt: Date.now() });
  }

  settle(network: string, ways: readonly Way[], way: string): void {
    this.#write(network, { identity: identityOf(ways), way, tries: 0, triedAt: Date.now() });
  }

  #read(): Record<string, Choice> {
    if (!this.#path) return this.#known;
    try {
      this.#known = choicesFile.parse(JSON.parse(readFileSync(this.#path, 'utf8')));
    } catch {
      // Not there yet, or damaged: a convenience that is measured again.
    }
    return this.#known;
  }

  #write(network: string, made: Choice): void {
    this.#known = { ...this.#read(), [network]: made };
    if (!this.#path) return;
    const temporary = `${this.#path}.${process.pid}.tmp`;
    try {
      writeFileSync(temporary, JSON.stringify(this.#known));
      renameSync(temporary, this.#path);
    } catch {
      // A full or read-only disk: this process still knows.
    }
  }
}

function identityOf(ways: readonly Way[]): string {
  const [cpu] = os.cpus();
  const files = ways.map(({ name, file }) => {
    const { size, mtimeMs } = statSync(file);
    return `${name} ${path.basename(file)} ${size} ${Math.round(mtimeMs)}`;
  });
  return [cpu?.model ?? '', os.availableParallelism(), ...files].join('; ');
}
