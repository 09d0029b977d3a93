import type { Accelerator } from '../../platform/config/runtime-options.ts';
import {
  type Choice,
  isGivenUp,
  isUnderWay,
  readChoices,
  triesOf,
  writeChoices,
} from './choices-file.ts';

/*
 * Records how often accelerators have failed in jobs. This file must not load the runtime, because
 * the server process uses it.
 */

/** Networks of a job, the configured accelerators, and the file with the stored choices. */
export type Watched = {
  file: string;
  networks: readonly string[];
  accelerators: readonly Accelerator[];
};

const isRunBy = ({ accelerators }: Watched, one: Choice): boolean =>
  one.provider !== null &&
  (accelerators as readonly string[]).includes(one.provider) &&
  !isGivenUp(one);

const choicesOf = (watched: Watched) => {
  const known = readChoices(watched.file) ?? {};
  const own = watched.networks.flatMap((network) => {
    const one = known[network];
    return one ? [{ network, one }] : [];
  });
  return { known, own };
};

/** Counts the failed jobs that an accelerator may have caused. */
export type AcceleratorBlame = {
  /**
   * Returns true if an accelerator runs one of the job's networks or is under trial. A trial may
   * also end its process.
   */
  mayFail(): boolean;
  /**
   * Counts a job that failed on an accelerator and then succeeded on the processor. After two such
   * jobs in a row, the networks run on the processor for a week. Several jobs that ran at the same
   * time count as one.
   * @param beganAt start of the failed run, milliseconds since 1970
   */
  hold(beganAt: number): void;
  /** Resets the count, because a job has succeeded on the accelerator. */
  clear(): void;
};

/** Does not count anything. Used if no choices are stored. */
export const noBlame: AcceleratorBlame = { mayFail: () => false, hold() {}, clear() {} };

export function blameFor(watched: Watched): AcceleratorBlame {
  /** Updates the stored choices of the job's networks that an accelerator runs. */
  const count = (isMeant: (one: Choice) => boolean, recount: (one: Choice) => Partial<Choice>) => {
    const { known, own } = choicesOf(watched);
    const meant = own.filter(({ one }) => isRunBy(watched, one) && isMeant(one));
    for (const { network, one } of meant) known[network] = { ...one, ...recount(one) };
    if (meant.length > 0) writeChoices(watched.file, known);
  };
  return {
    mayFail: () =>
      choicesOf(watched).own.some(({ one }) => isRunBy(watched, one) || isUnderWay(one)),
    hold: (beganAt) =>
      count(
        (one) => triesOf(one) === 0 || one.triedAt < beganAt,
        (one) => ({ tries: triesOf(one) + 1, triedAt: Date.now() }),
      ),
    clear: () =>
      count(
        ({ tries }) => tries > 0,
        () => ({ tries: 0 }),
      ),
  };
}
