import { fail, readOptions, wholeNumber } from '../../tools/cli/bad-call.ts';
import { namesOfSteps } from './chosen-path.ts';
import { type Format, formats } from './formats.ts';

export const usage = `npm run paths                       all paths
npm run paths -- studio               one chart, with its steps
npm run paths -- studio --path 3      one path of it
npm run paths -- studio --to chosen   the shortest path to a state; with --run it is walked
npm run paths -- toast --events "toast.requested (an error),toast.dismissed"
                                    the path of these steps in order; a name without
                                    its sample tries every sample; with --run it is walked
npm run paths -- --format markdown  ${formats.join(', ')}
npm run paths -- studio --browser     the paths that a browser walks on the product
npm run paths -- --run              walks them on the running charts, measures coverage and compares
                                    the charts with their pages, because walks alone do not
                                    notice a wrong guard or delay. --format json prints the
                                    coverage as data
npm run paths -- --run studio --browser             walks them in a Chromium without a window
npm run paths -- --run studio --headed --speed 0.5  in a window: a step per second, or --speed times
                                    as fast; --slow-ms 3000 sets the duration of a step
npm run paths -- --changes          the differences between charts and their x.chart.md
npm run paths -- --accept studio      shows them and writes the page; without a name all pages
npm run paths -- --random 500 --seed 7 --length 40   random legal walks; a failure is shrunk
npm run paths -- --together --random 500             the same through all charts at once, with
                                    the laws across charts`;

const options = {
  format: { type: 'string' },
  run: { type: 'boolean', default: false },
  browser: { type: 'boolean', default: false },
  headed: { type: 'boolean', default: false },
  speed: { type: 'string' },
  'slow-ms': { type: 'string' },
  changes: { type: 'boolean', default: false },
  accept: { type: 'boolean', default: false },
  path: { type: 'string' },
  to: { type: 'string' },
  events: { type: 'string' },
  random: { type: 'string' },
  together: { type: 'boolean', default: false },
  seed: { type: 'string' },
  length: { type: 'string' },
} as const;

const read = (args: string[]) => readOptions(args, { options, allowPositionals: true });

type Given = ReturnType<typeof read>['values'];

const usualStepMs = 1000;

/** Minimum duration of a step. Without an option it is a second in a window, otherwise zero. */
const stepMsOf = ({ headed, speed, 'slow-ms': slow }: Given): number => {
  if (speed !== undefined && slow !== undefined) {
    return fail('--speed and --slow-ms both set the duration of a step: give one of them');
  }
  if (slow !== undefined) return wholeNumber('slow-ms', slow);
  if (speed === undefined) return headed ? usualStepMs : 0;
  const value = Number(speed);
  return Number.isFinite(value) && value > 0
    ? usualStepMs / value
    : fail(`--speed must be a number above 0, such as 0.5, not “${speed}”`);
};

/** Refuses options that select one path if they are combined, or used without exactly one chart. */
const refuseChoices = (values: Given, names: readonly string[]): void => {
  const choices = (['path', 'to', 'events'] as const).filter((one) => values[one] !== undefined);
  const [choice, other] = choices;
  if (choice === undefined) return;
  if (other !== undefined)
    fail(`--${choice} and --${other} select one path each: give one of them`);
  if (names.length !== 1) fail(`--${choice} needs the name of one chart`);
  if (choice !== 'path' && (values.browser || values.headed)) {
    fail(`--${choice} makes a new path, but a browser walks only planned paths`);
  }
};

const refuseNonsense = (values: Given, names: readonly string[]): void => {
  const { run, headed, browser, random, format, changes, accept } = values;
  const isOne = values.path !== undefined || values.to !== undefined || values.events !== undefined;
  const isPaced = values.speed !== undefined || values['slow-ms'] !== undefined;
  if (headed && !run) fail('--headed shows walks in a window, so it needs --run');
  if (isPaced && !(run && (headed || browser))) {
    fail('--speed and --slow-ms need --run with --headed or --browser');
  }
  refuseChoices(values, names);
  if (random !== undefined && (run || browser || isOne)) {
    fail(
      '--random makes new paths: it cannot be combined with --run, --browser, --path, --to or --events',
    );
  }
  if ((changes || accept) && (run || browser || isOne || random !== undefined)) {
    fail('--changes and --accept compare whole charts: combine them only with names of charts');
  }
  if (accept && process.env.CI) {
    fail('--accept is for a person who reads the changes: it writes nothing under CI');
  }
  if (random !== undefined && format !== undefined) {
    fail('--random reports the result as text: it cannot be combined with --format');
  }
  if (values.together && (random === undefined || names.length > 0)) {
    fail('--together needs --random and no names, because it walks all charts at once');
  }
  if (random === undefined && (values.seed !== undefined || values.length !== undefined)) {
    fail('--seed and --length need --random');
  }
  if (run && (format === 'mermaid' || format === 'markdown')) {
    fail(`--run supports only the formats text and json, not ${format}`);
  }
};

type Random = { seed: number; count: number; length: number; together: boolean };

export type Wish = {
  names: string[];
  as: Format;
  isRun: boolean;
  isBrowser: boolean;
  isHeaded: boolean;
  stepMs: number;
  path: number | undefined;
  /** the target state of one path */
  to: string | undefined;
  /** the steps of one path */
  steps: readonly string[] | undefined;
  random: Random | undefined;
  /** 'changes' compares with the accepted pages, 'accept' also writes them */
  kept: 'changes' | 'accept' | undefined;
};

export const readWish = (args: string[]): Wish => {
  const { values, positionals: names } = read(args);
  refuseNonsense(values, names);
  const { random, seed, length, path, to, events } = values;
  return {
    names,
    as:
      formats.find((one) => one === (values.format ?? 'text')) ??
      fail(`There is no format “${values.format}”; there are ${formats.join(', ')}`),
    isRun: values.run,
    isBrowser: values.browser || values.headed,
    isHeaded: values.headed,
    stepMs: stepMsOf(values),
    path: path === undefined ? undefined : wholeNumber('path', path),
    to,
    steps: events === undefined ? undefined : namesOfSteps(events),
    kept: values.accept ? 'accept' : values.changes ? 'changes' : undefined,
    random:
      random === undefined
        ? undefined
        : {
            seed: wholeNumber('seed', seed ?? String(1 + (Date.now() % 1_000_000))),
            count: wholeNumber('random', random),
            length: wholeNumber('length', length ?? (values.together ? '100' : '40')),
            together: values.together,
          },
  };
};
