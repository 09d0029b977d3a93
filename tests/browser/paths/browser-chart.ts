import type { BrowserContext, Page } from '@playwright/test';
import type { ChartDescriptor } from '../../../machines/testing/chart-descriptor.ts';
import type { Allows } from '../../../workshop/paths/explore.ts';
import type { Expectation, Path } from '../../../workshop/paths/path.ts';
import type { Step } from '../../../workshop/paths/step.ts';
import type { Call, FaultLayer } from './fault-layer.ts';
import type { Look } from './look.ts';

export type Stage = {
  page: Page;
  context: BrowserContext;
  layer: FaultLayer;
  url: string;
  /** calls that are held until the walk comes to their answers */
  holds: readonly Call[];
};

/** `next` are the steps that follow by themselves: their causes must be prepared before. */
export type Driver = (stage: Stage, step: Step, next: readonly Step[]) => Promise<void>;

/** Allows a step that both allow. */
export const both =
  (one: Allows, other: Allows): Allows =>
  (step, world) =>
    one(step, world) && other(step, world);

/** How a chart is walked on the running product, with the real server and no scripted answers. */
export type BrowserChart = {
  chart: string;
  /** systemId of the chart that invokes it, if it has none of its own */
  parent?: string;
  /** the parent numbers the chart's actors (`run.1`): the newest one is walked */
  isNumbered?: boolean;
  /** the chart's descriptor, restricted to what other charts and the page can really do */
  model: ChartDescriptor;
  /** a leaf state that the walk without faults reaches */
  reaches: string;
  /**
   * Steps that visitor, device and server cause by themselves in the situation that the walk has
   * prepared. Faults of the connection are added.
   */
  can: (step: Step) => boolean;
  /** number of walks with faults, besides the one without; 1 if not set */
  faultWalks?: number;
  /** calls of other charts that wait for the drivers */
  holds?: readonly Call[];
  /** runs before the page is opened: records that the engine makes */
  prepare?: (stage: Stage) => Promise<unknown>;
  allows?: Allows;
  /**
   * the reason why the paths are planned from only a part of the situations; all of them if not set
   */
  incomplete?: string;
  /** approximate number of steps per path; few long paths are faster than many short ones */
  longest?: number;
  /** steps that always follow the previous one at once */
  byItself?: (step: Step) => boolean;
  /** steps of other charts that a visitor causes: the answer of a dialog */
  byPeople?: (step: Step) => boolean;
  /** transitions that may occur any number of times: ticks */
  noise?: (id: string) => boolean;
  /** states that are not compared */
  unplanned?: RegExp;
  /** opens the page and brings the chart to the start of the path */
  open: (stage: Stage, path: Path) => Promise<void>;
  /**
   * updates what the page shows only from time to time; its clock then stands still during looks
   */
  refresh?: (stage: Stage) => Promise<void>;
  /** keyed by step name; server answers and timers need none */
  drivers: Readonly<Record<string, Driver>>;
  /** keyed by leaf state */
  looks: Readonly<Record<string, (page: Page, expected: Expectation) => Look>>;
  /** true if an element with the chart's data-state exists; always, if not set */
  hasElement?: (expected: Expectation) => boolean;
  /** true if the chart has ended with its page; never, if not set */
  isGone?: (expected: Expectation) => boolean;
  /** expected console lines, caused by the faults of this chart */
  console?: readonly RegExp[];
};
