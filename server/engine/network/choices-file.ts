import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/*
 * Stores the measured execution providers, without loading the runtime: the server process does not
 * have it.
 */

const choice = z.object({
  /** hash of the machine, the runtime and the files; another one makes the choice invalid */
  identity: z.string(),
  /** null during a trial, and for some days after trials that ended processes */
  provider: z.string().nullable(),
  /** the fastest one without accelerators */
  onProcessor: z.string().default('float'),
  /** trials that ended their process, or jobs in a row that only the processor could finish */
  tries: z.int(),
  /** start of the last trial or end of the last failed job, milliseconds since 1970 */
  triedAt: z.number(),
});

const choicesFile = z.record(z.string(), choice);

/** The choices by the file name of the network. */
export type Choices = z.infer<typeof choicesFile>;
export type Choice = z.infer<typeof choice>;

/** After this time a trial has ended. */
const tryingMs = 60_000;
/**
 * Trials that may end their process, so that one accidental kill is not held against an execution
 * provider.
 */
const maxTries = 2;
/** Time after which an execution provider that ended processes is tried again. */
const heldAgainstMs = 7 * 24 * 3_600_000;

export const ageOf = ({ triedAt }: Choice): number => Math.abs(Date.now() - triedAt);

export const isUnderWay = (known: Choice): boolean =>
  known.provider === null && ageOf(known) < tryingMs;

/** Number of trials held against the execution provider. */
export const triesOf = (known: Choice): number => (ageOf(known) < heldAgainstMs ? known.tries : 0);

export const isGivenUp = (known: Choice): boolean => triesOf(known) >= maxTries;

/** Returns undefined if the file is missing or damaged. The choices are then measured again. */
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
    // If the disk is full or read-only, this process still has its measurement.
  }
}

/**
 * Discards the unfinished trials that began after `since`: an intended stop of the server ended
 * their processes, not the execution provider under trial.
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
