import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/*
 * Stores which execution provider is fastest for each network. This file must not load the runtime,
 * because the server process uses it.
 */

const choice = z.object({
  /** hash of the machine, the runtime and the files; the choice is valid only for the same hash */
  identity: z.string(),
  /**
   * name of the fastest execution provider; null during a trial, and for some days after trials
   * that ended their processes
   */
  provider: z.string().nullable(),
  /** the fastest execution provider that is not an accelerator */
  onProcessor: z.string().default('float'),
  /**
   * number of trials that ended their process, or of jobs in a row that only the processor could
   * finish
   */
  tries: z.int(),
  /** start of the last trial or end of the last failed job, milliseconds since 1970 */
  triedAt: z.number(),
});

const choicesFile = z.record(z.string(), choice);

/** Stored choices by the file name of the network. */
export type Choices = z.infer<typeof choicesFile>;
export type Choice = z.infer<typeof choice>;

/** Time in milliseconds after which a trial has ended, because trials are much shorter. */
const tryingMs = 60_000;
/**
 * Number of trials that end their process before the provider is given up. One such trial is
 * tolerated, because another program may have killed the process.
 */
const maxTries = 2;
/** Time after which a provider that was given up is tried again. */
const heldAgainstMs = 7 * 24 * 3_600_000;

export const ageOf = ({ triedAt }: Choice): number => Math.abs(Date.now() - triedAt);

export const isUnderWay = (known: Choice): boolean =>
  known.provider === null && ageOf(known) < tryingMs;

/** Returns the number of failed trials or jobs that still count against the provider. */
export const triesOf = (known: Choice): number => (ageOf(known) < heldAgainstMs ? known.tries : 0);

export const isGivenUp = (known: Choice): boolean => triesOf(known) >= maxTries;

/**
 * Reads the stored choices. Returns undefined if the file is missing or damaged. The providers are
 * then measured again.
 */
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
    // The disk may be full or read-only. This process still has its measurement in memory.
  }
}

/**
 * Removes unfinished trials that began after `since`. The stop of the server ended their processes,
 * so they do not count against the provider.
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
