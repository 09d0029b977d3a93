import type { BrowserContext, Page } from '@playwright/test';
import type { ChartDescriptor } from '../../../machines/testing/chart-descriptor.ts';
import type { Allows } from '../../../workshop/paths/explore.ts';
import type { Expectation, Path } from '../../../workshop/paths/path.ts';
import type { Step } from '../../../workshop/paths/step.ts';
import type { Call, FaultLayer } from './fault-layer.ts';
import type { Look } from './look.ts';

/** Tools of a driver. */
export type Stage = {
  page: Page;
  context: BrowserContext;
  layer: FaultLayer;
  url: string;
  /** calls that wait until the walk comes to their answers */
  holds: readonly Call[];
};

/** `next` are the steps that follow by themselves: their causes must be prepared before. */
export type Driver = (stage: Stage, step: Step, next: readonly Step[]) => Promise<void>;

/** Both must allow a step. */
export const both =
  (one: Allows, other: Allows): Allows =>
  (step, world) =>
    one(step, world) && other(step, world);

/** How a chart is walked on the running product. */
export type BrowserChart = {
  chart: string;
  /** systemId of the chart that invokes it, if it has none of its own */
  parent?: string;
  /** the parent numbers the actors of the chart (`attempt.1`): the newest one is walked */
  isNumbered?: boolean;
  /** the chart's descriptor, restricted to what other charts and the page can really do */
  model: ChartDescriptor;
  /** a leaf state that the walk without faults comes to */
  reaches: string;
  /**
   * Steps that visitor, device and server take by themselves in the situation that the walk has
   * prepared. Faults of the connection are added.
   */
  can: (step: Step) => boolean;
  /** number of walks with faults, beside the one without; 1 if not set */
  faultWalks?: number;
  /** calls of other charts that wait for the drivers */
  holds?: readonly Call[];
  /** before the page is opened: records that the engine makes */
  prepare?: (stage: Stage) => Promise<unknown>;
  allows?: Allows;
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
  /** expected console lines, caused by the faults of this chart */
  console?: readonly RegExp[];
};
