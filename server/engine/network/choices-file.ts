import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/* What is kept of the ways that were measured, without the runtime: the server's process has none. */

const choice = z.object({
  /** of the machine, the runtime and the files; another one makes the choice void */
  identity: z.string(),
  /** null while ways are tried, and for days where that has ended processes */
  way: z.string().nullable(),
  /** the fastest without accelerators */
  onProcessor: z.string().default('float'),
  /** that ended their process, or jobs in a row that only the processor could do */
  tries: z.int(),
  /** when the last try began or the last job failed, milliseconds since 1970 */
  triedAt: z.number(),
});

const choicesFile = z.record(z.string(), choice);

/** By the name of the network's file. */
export type Choices = z.infer<typeof choicesFile>;
export type Choice = z.infer<typeof choice>;

/** After that nobody is trying any more. */
const tryingMs = 60_000;
/** A way that crashes the process gets this many tries, so that a kill by chance is not held against it. */
const maxTries = 2;
/** Then a way that has ended processes gets another chance. */
const heldAgainstMs = 7 * 24 * 3_600_000;

export const ageOf = ({ triedAt }: Choice): number => Math.abs(Date.now() - triedAt);

export const isUnderWay = (known: Choice): boolean => known.way === null && ageOf(known) < tryingMs;

/** How many tries are held against the way. */
export const triesOf = (known: Choice): number => (ageOf(known) < heldAgainstMs ? known.tries : 0);

export const isGivenUp = (known: Choice): boolean => triesOf(known) >= maxTries;

/** Undefined when it is not there yet, or damaged: a convenience that is measured again. */
export function readChoices(file: string): Choices | undefined {
  try {
    return choicesFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

export function writeChoices(file: string, known: Choices): void {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, JSON.stringify(known));
    renameSync(temporary, file);
  } catch {
    // A full or read-only disk: whoever has measured still knows.
  }
}

/**
 * Takes back the tries that began since then and did not end: whoever stops a server's processes on
 * purpose has ended them, not the way that was tried.
 */
export function takeBackTries(file: string, since: number): void {
  const known = readChoices(file) ?? {};
  const stopped = Object.entries(known).filter(
    ([, one]) => isUnderWay(one) && one.triedAt >= since,
  );
  if (stopped.length === 0) return;
  const without = stopped.map(([network, one]): [string, Choice] => [
    network,
    { ...one, tries: Math.max(0, one.tries - 1), triedAt: 0 },
  ]);
  writeChoices(file, { ...known, ...Object.fromEntries(without) });
}
