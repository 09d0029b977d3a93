import type { BrowserContext, Page } from '@playwright/test';
import type { ChartDescriptor } from '../../../machines/testing/chart-descriptor.ts';
import type { Allows } from '../../../tools/paths/explore.ts';
import type { Expectation, Path } from '../../../tools/paths/path.ts';
import type { Step } from '../../../tools/paths/step.ts';
import type { FaultLayer } from './fault-layer.ts';
import type { Look } from './look.ts';

/** Tools of a driver. */
export type Stage = { page: Page; context: BrowserContext; layer: FaultLayer; url: string };

/** `next` are the steps that follow by themselves: their causes must be prepared before. */
export type Driver = (stage: Stage, step: Step, next: readonly Step[]) => Promise<void>;

/** How a chart is walked without anything made up: by what server, engine, device and browser do. */
export type RealWalk = {
  /** the leaf state that the walk must come to: without it, it would prove nothing */
  reaches: string;
  /** steps that happen by themselves while all of them are well */
  can: (step: Step) => boolean;
  /** restricted to what can be prepared without scripts */
  model?: ChartDescriptor;
  allows?: Allows;
  /** before the page is opened: records that the real engine makes */
  prepare?: (stage: Stage) => Promise<unknown>;
  open?: (stage: Stage, path: Path) => Promise<void>;
  drivers?: Readonly<Record<string, Driver>>;
  looks?: BrowserChart['looks'];
  /** the server decides how often: news of a task */
  noise?: (id: string) => boolean;
  /** states that depend on how long the server takes */
  unplanned?: RegExp;
  longest?: number;
};

/** How a chart is walked on the running product. */
export type BrowserChart = {
  chart: string;
  /** systemId of the chart that invokes it, if it has none of its own */
  parent?: string;
  /** the parent numbers the actors of the chart (`attempt.1`): the newest one is walked */
  isNumbered?: boolean;
  /** the chart's descriptor, restricted to what other charts and the page can really do */
  model: ChartDescriptor;
  allows?: Allows;
  /** other tests that take what no path plans; they are measured with the walks */
  besides?: readonly string[];
  /** why the paths are planned from a part of the situations only; all of them when absent */
  incomplete?: string;
  /** approximate number of steps per path; few long paths are faster than many short ones */
  longest?: number;
  /** steps that always follow the previous one at once */
  byItself?: (step: Step) => boolean;
  /** steps of other charts that are people's doing: the answer of a dialog */
  byPeople?: (step: Step) => boolean;
  /** transitions that may occur any number of times: ticks */
  noise?: (id: string) => boolean;
  /** states that are not compared */
  unplanned?: RegExp;
  /** opens the page and brings the chart to the start of the path */
  open: (stage: Stage, path: Path) => Promise<void>;
  /** shows anew what the page shows from time to time; its clock then stands still during looks */
  refresh?: (stage: Stage) => Promise<void>;
  /** by name of the step; server answers and timers need none */
  drivers: Readonly<Record<string, Driver>>;
  /** by leaf state */
  looks: Readonly<Record<string, (page: Page, expected: Expectation) => Look>>;
  /** whether an element with the chart's data-state exists; always when absent */
  hasElement?: (expected: Expectation) => boolean;
  /** whether the chart has ended with its page; never when absent */
  isGone?: (expected: Expectation) => boolean;
  real: RealWalk;
  /** expected console lines, caused by the faults of this chart */
  console?: readonly RegExp[];
};
