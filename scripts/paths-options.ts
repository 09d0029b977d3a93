import { parseArgs } from 'node:util';
import { type Format, formats } from '../tests/paths/formats.ts';

export const usage = `npm run paths                       all paths
npm run paths -- task               one chart, with its steps
npm run paths -- task --path 3      one path of it
npm run paths -- --format markdown  ${formats.join(', ')}
npm run paths -- task --browser     those that a browser walks on the product
npm run paths -- --run              walks them on the running charts and measures coverage; with
                                    --format json the coverage as data
npm run paths -- --run task --browser             walks them in a Chromium without a window
npm run paths -- --run task --headed --speed 0.5  before one's eyes: a step a second, or as many
                                    times faster; --slow-ms 3000 for that long a step
npm run paths -- --random 500 --seed 7 --length 40   random legal walks; a failure is shrunk`;

/** What is wrong with a call, as a sentence. */
export class BadCall extends Error {
  override name = 'BadCall';
}

export const fail = (sentence: string): never => {
  throw new BadCall(sentence);
};

const options = {
  format: { type: 'string', default: 'text' },
  run: { type: 'boolean', default: false },
  browser: { type: 'boolean', default: false },
  headed: { type: 'boolean', default: false },
  speed: { type: 'string' },
  'slow-ms': { type: 'string' },
  path: { type: 'string' },
  random: { type: 'string' },
  seed: { type: 'string' },
  length: { type: 'string', default: '40' },
} as const;

const read = (args: string[]) => {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (thrown) {
    return fail(thrown instanceof Error ? thrown.message : String(thrown));
  }
};

const wholeNumber = (name: string, given: string): number => {
  const value = Number(given);
  return Number.isSafeInteger(value) && value > 0
    ? value
    : fail(`--${name} takes a whole number above 0, not “${given}”`);
};

type Given = ReturnType<typeof read>['values'];

const usualStepMs = 1000;

/** What a step takes at least; without a word about it a second before one's eyes, else nothing. */
const stepMsOf = ({ headed, speed, 'slow-ms': slow }: Given): number => {
  if (speed !== undefined && slow !== undefined) {
    return fail('--speed and --slow-ms say the same in two ways: give one of them');
  }
  if (slow !== undefined) return wholeNumber('slow-ms', slow);
  if (speed === undefined) return headed ? usualStepMs : 0;
  const value = Number(speed);
  return Number.isFinite(value) && value > 0
    ? usualStepMs / value
    : fail(`--speed takes a number above 0, such as 0.5, not “${speed}”`);
};

const refuseNonsense = (values: Given, names: readonly string[]): void => {
  const { run, headed, browser, random, path } = values;
  const isPaced = values.speed !== undefined || values['slow-ms'] !== undefined;
  if (headed && !run) fail('--headed walks before one’s eyes: it goes with --run');
  if (isPaced && !(run && (headed || browser))) {
    fail('--speed and --slow-ms go with --run and --headed or --browser');
  }
  if (path !== undefined && names.length !== 1) fail('--path goes with the name of one chart');
  if (random !== undefined && (run || browser || path !== undefined)) {
    fail('--random makes paths of its own: it does not go with --run, --browser or --path');
  }
};

type Random = { seed: number; count: number; length: number };

export type Wish = {
  names: string[];
  as: Format;
  isRun: boolean;
  isBrowser: boolean;
  isHeaded: boolean;
  stepMs: number;
  path: number | undefined;
  random: Random | undefined;
};

export const readWish = (args: string[]): Wish => {
  const { values, positionals: names } = read(args);
  refuseNonsense(values, names);
  const { random, seed, length, path } = values;
  return {
    names,
    as:
      formats.find((one) => one === values.format) ??
      fail(`There is no format “${values.format}”; there are ${formats.join(', ')}`),
    isRun: values.run,
    isBrowser: values.browser || values.headed,
    isHeaded: values.headed,
    stepMs: stepMsOf(values),
    path: path === undefined ? undefined : wholeNumber('path', path),
    random:
      random === undefined
        ? undefined
        : {
            seed: wholeNumber('seed', seed ?? String(1 + (Date.now() % 1_000_000))),
            count: wholeNumber('random', random),
            length: wholeNumber('length', length),
          },
  };
};
