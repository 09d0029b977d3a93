import { wholeNumber } from '../../../tools/cli/bad-call.ts';

/** Options of the commands `money` and `kills`. */
export const runOptions = {
  runs: { type: 'string', default: '100' },
  seed: { type: 'string', default: '1' },
  json: { type: 'boolean', default: false },
} as const;

export const readRuns = ({ runs, seed }: { runs: string; seed: string }) => ({
  runs: wholeNumber('runs', runs),
  seed: wholeNumber('seed', seed),
});

/** Returns a function that prints each new entry of a growing list. */
export function createPrinter<One>(words: (one: One) => string) {
  let printed = 0;
  return (violations: One[]): void => {
    for (const one of violations.slice(printed)) console.log(words(one));
    printed = violations.length;
  };
}
