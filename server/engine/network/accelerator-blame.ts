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
  const known = watched.accelerators.length > 0 ? (readChoices(watched.file) ?? {}) : {};
  const own = watched.networks.flatMap((network) => {
    const one = known[network];
    return one ? [{ network, one }] : [];
  });
  return { known, own };
};

/** Whether an accelerator runs one of the networks now, or is tried: a trial may end its process, too. */
export const mayFailByAccelerator = (watched: Watched): boolean =>
  choicesOf(watched).own.some(({ one }) => isRunBy(watched, one) || isUnderWay(one));

/**
 * Holds a job against the accelerators that ran its networks: it failed by them, and the processor could
 * do it. After two in a row the processor runs these networks for a week. Jobs that were under way
 * together count once.
 * @param beganAt when the run that failed began, milliseconds since 1970
 */
export function holdAgainstAccelerators(watched: Watched, beganAt: number): void {
  const { known, own } = choicesOf(watched);
  const held = own.filter(
    ({ one }) => isRunBy(watched, one) && (triesOf(one) === 0 || one.triedAt < beganAt),
  );
  for (const { network, one } of held) {
    known[network] = { ...one, tries: triesOf(one) + 1, triedAt: Date.now() };
  }
  if (held.length > 0) writeChoices(watched.file, known);
}

/** A job has gone well by these accelerators: what failed before was chance. */
export function clearAccelerators(watched: Watched): void {
  const { known, own } = choicesOf(watched);
  const blamed = own.filter(({ one }) => isRunBy(watched, one) && one.tries > 0);
  for (const { network, one } of blamed) known[network] = { ...one, tries: 0 };
  if (blamed.length > 0) writeChoices(watched.file, known);
}
