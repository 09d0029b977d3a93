import type { Accelerator } from './arithmetic.ts';
import {
  type Choice,
  isGivenUp,
  isUnderWay,
  readChoices,
  triesOf,
  writeChoices,
} from './choices-file.ts';

/* Which jobs may have failed by an accelerator, and what of that is kept. Without the runtime. */

/** Networks of a job, the accelerators that are configured, and the file in which choices are kept. */
export type Watched = {
  file: string;
  networks: readonly string[];
  accelerators: readonly Accelerator[];
};

const isRunBy = ({ accelerators }: Watched, one: Choice): boolean =>
  one.way !== null && (accelerators as readonly string[]).includes(one.way) && !isGivenUp(one);

const choicesOf = (watched: Watched) => {
  const known = readChoices(watched.file) ?? {};
  const own = watched.networks.flatMap((network) => {
    const one = known[network];
    return one ? [{ network, one }] : [];
  });
  return { known, own };
};

/** Whom a failed run of a job is blamed on. */
export type AcceleratorBlame = {
  /** Whether an accelerator runs one of the networks now, or is tried: a trial may end its process, too. */
  mayFail(): boolean;
  /**
   * The job failed by these accelerators, and the processor could do it. After two in a row the processor
   * runs the networks for a week. Jobs that were under way together count once.
   * @param beganAt when the run that failed began, milliseconds since 1970
   */
  hold(beganAt: number): void;
  /** The job has gone well as it was begun: what failed before was chance. */
  clear(): void;
};

/** Where nothing is kept. */
export const noBlame: AcceleratorBlame = { mayFail: () => false, hold() {}, clear() {} };

export function blameFor(watched: Watched): AcceleratorBlame {
  /** Keeps another number of failures for those of the networks that an accelerator runs. */
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
