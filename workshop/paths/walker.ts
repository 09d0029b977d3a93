import { faultOf } from './fault.ts';
import type { Expectation, Path, PathStep } from './path.ts';
import type { Step } from './step.ts';

/**
 * Walks a path, on the running actor or in a browser. A failing method throws an error whose
 * message is a sentence.
 */
export interface Walker {
  start(path: Path): void | Promise<void>;
  /** performs the step; throws if there is no driver for it */
  drive(step: Step, planned: PathStep): void | Promise<void>;
  /** throws if the page differs from the expectation, or if there is no check for it */
  assert(expected: Expectation, planned: PathStep | null): void | Promise<void>;
  /** also called after a failure */
  stop(): void | Promise<void>;
}

export type StepReport = { says: string; ok: boolean; problem?: string };

export type PathReport = { chart: string; title: string; ok: boolean; steps: StepReport[] };

const run = async (says: string, act: () => Promise<void>): Promise<StepReport> => {
  try {
    await act();
    return { says, ok: true };
  } catch (thrown) {
    return { says, ok: false, problem: faultOf(thrown) };
  }
};

export const startWords = ({ says }: Path['start']): string =>
  says === '' ? 'the start' : `the start with ${says}`;

/**
 * Walks to the end or to the first failure, where the report ends.
 * @param heard awaited after each step
 */
export const walk = async (
  path: Path,
  walker: Walker,
  heard: (step: StepReport, index: number) => void | Promise<void> = () => {},
): Promise<PathReport> => {
  const { chart, title } = path;
  const steps: StepReport[] = [];
  try {
    const first = await run(startWords(path.start), async () => {
      await walker.start(path);
      await walker.assert(path.expected, null);
    });
    steps.push(first);
    await heard(first, 0);
    for (const planned of first.ok ? path.steps : []) {
      const report = await run(planned.step.says, async () => {
        await walker.drive(planned.step, planned);
        await walker.assert(planned.expected, planned);
      });
      steps.push(report);
      await heard(report, steps.length - 1);
      if (!report.ok) break;
    }
  } finally {
    await walker.stop();
  }
  return { chart, title, ok: steps.every((step) => step.ok), steps };
};

export const tellStep = ({ says, ok, problem }: StepReport, index: number): string =>
  ok ? `  ✓ ${index}. ${says}` : `  ✗ ${index}. ${says}: ${problem}`;

/** Returns a failed walk as text: the name of every step, then the failure of the last step. */
export const tell = (report: PathReport): string => {
  const lines = report.steps.map(tellStep);
  return [`${report.chart}: ${report.title}`, ...lines].join('\n');
};

type Drivers = Readonly<Record<string, (step: Step) => void | Promise<void>>>;
type Assertions = Readonly<Record<string, (expected: Expectation) => void | Promise<void>>>;

/** The name of the driver of a step. */
export const driverName = (step: Step): string => {
  switch (step.kind) {
    case 'event':
      return step.event.type;
    case 'sent':
      return `${step.actor} sends ${step.event.type}`;
    case 'done':
      return `${step.actor} answers`;
    case 'error':
      return `${step.actor} fails`;
    case 'time':
      return 'time passes';
  }
};

/** The names of the drivers and checks that these paths need and the table lacks. */
export const missing = (
  paths: readonly Path[],
  drivers: Drivers,
  assertions: Assertions,
): string[] => {
  const steps = paths.flatMap((path) => path.steps);
  const leaves = paths.flatMap((path) => [path, ...path.steps].flatMap((at) => at.expected.leaves));
  const chart = paths[0]?.chart ?? '';
  const undriven = new Set(
    steps.map(({ step }) => driverName(step)).filter((name) => !drivers[name]),
  );
  const unseen = new Set(leaves.filter((leaf) => !assertions[leaf]));
  return [
    ...[...undriven].map((name) => `${chart}: no driver for the step “${name}”`),
    ...[...unseen].map((leaf) => `${chart}: no assertion for the state ${leaf}`),
  ];
};

type Table = {
  start: (path: Path) => void | Promise<void>;
  drivers: Drivers;
  assertions: Assertions;
  stop?: () => void | Promise<void>;
};

/**
 * Makes a walker from a table of drivers by event and checks by leaf. A missing one fails the walk.
 */
export const tableWalker = (table: Table): Walker => ({
  start: (path) => {
    const gaps = missing([path], table.drivers, table.assertions);
    if (gaps.length > 0) throw new Error(gaps.join('; '));
    return table.start(path);
  },
  drive: async (step) => {
    const drive = table.drivers[driverName(step)];
    if (!drive) throw new Error(`no driver for the step “${driverName(step)}”`);
    await drive(step);
  },
  assert: async (expected) => {
    for (const leaf of expected.leaves) {
      const look = table.assertions[leaf];
      if (!look) throw new Error(`no assertion for the state ${leaf}`);
      await look(expected);
    }
  },
  stop: () => table.stop?.(),
});
