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
 * Records accelerator failures by job, without loading the runtime: the server process does not
 * have it.
 */

/** Networks of a job, the configured accelerators, and the file of stored choices. */
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

/** Records which failed jobs are blamed on an accelerator. */
export type AcceleratorBlame = {
  /**
   * True if an accelerator runs one of the networks or is being measured: a trial may end its
   * process, too.
   */
  mayFail(): boolean;
  /**
   * The job failed on these accelerators and succeeded on the processor. After two in a row the
   * processor runs the networks for a week. Jobs that ran at the same time count once.
   * @param beganAt start of the failed run, milliseconds since 1970
   */
  hold(beganAt: number): void;
  /** The job succeeded on its first choice: earlier failures were coincidence. */
  clear(): void;
};

/** Used if nothing is stored. */
export const noBlame: AcceleratorBlame = { mayFail: () => false, hold() {}, clear() {} };

export function blameFor(watched: Watched): AcceleratorBlame {
  /** Stores another failure count for the networks that an accelerator runs. */
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
