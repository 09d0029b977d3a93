import { createHash } from 'node:crypto';

/** Which walks a run takes; every walk where there is no such choice. */
export type WalkChoice = {
  /** the same word chooses the same walks */
  seed: string;
  /** charts of which every path is walked */
  whole: readonly string[];
};

/** Set by `npm test` for the runner and its workers. */
export const walkChoiceVariable = 'LIGHTWELL_WALKS';

/** What leaves a test out of the default run of `npm test`. */
export const wholeTag = '@whole';

const sampleSize = 1;

const numberOf = (words: string): number =>
  createHash('sha256').update(words).digest().readUInt32BE();

/** The indexes of the paths of a chart that a run walks, beside the one on the real server. */
export const chosenPaths = (
  chart: string,
  count: number,
  choice: WalkChoice | undefined,
): ReadonlySet<number> => {
  const all = Array.from({ length: count }, (_, index) => index);
  if (!choice || choice.whole.includes(chart)) return new Set(all);
  const places = new Map(all.map((one) => [one, numberOf(`${choice.seed} ${chart} ${one}`)]));
  const placeOf = (one: number): number => places.get(one) ?? 0;
  return new Set(all.toSorted((a, b) => placeOf(a) - placeOf(b)).slice(0, sampleSize));
};

/** @public Read by the specs that walk charts. */
export const choiceOfThisRun = (): WalkChoice | undefined => {
  const given = process.env[walkChoiceVariable];
  return given === undefined ? undefined : (JSON.parse(given) as WalkChoice);
};
