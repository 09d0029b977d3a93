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
  /** calls that are held until the walk reaches their answers */
  holds: readonly Call[];
};

/**
 * Carries out a step. `next` contains the steps that then follow by themselves; the driver prepares
 * them in advance.
 */
export type Driver = (stage: Stage, step: Step, next: readonly Step[]) => Promise<void>;

/** Combines two filters. A step is allowed if both filters allow it. */
export const both =
  (one: Allows, other: Allows): Allows =>
  (step, world) =>
    one(step, world) && other(step, world);

/** Describes how a chart is walked on the running product, with the real server. */
export type BrowserChart = {
  chart: string;
  /** systemId of the invoking chart, for a chart without a systemId */
  parent?: string;
  /** true if the parent numbers its actors (`run.1`); the newest one is walked */
  isNumbered?: boolean;
  /** the chart's descriptor, restricted to what other charts and the page can really do */
  model: ChartDescriptor;
  /** a leaf state that the walk without faults reaches */
  reaches: string;
  /**
   * True for steps that visitor, device and server cause in the prepared situation. Faults of the
   * connection are added to these.
   */
  can: (step: Step) => boolean;
  /** number of walks with faults, in addition to the walk without faults; 1 by default */
  faultWalks?: number;
  /** calls of other charts that wait for the drivers */
  holds?: readonly Call[];
  /** runs before the page is opened, for example to make records */
  prepare?: (stage: Stage) => Promise<unknown>;
  allows?: Allows;
  /** why paths are planned from only a part of the situations; absent if all are used */
  incomplete?: string;
  /** approximate number of steps per path; a few long paths are faster than many short ones */
  longest?: number;
  /** true for steps that immediately follow the previous step by themselves */
  byItself?: (step: Step) => boolean;
  /** true for steps of other charts that a visitor causes, such as a dialog's answer */
  byPeople?: (step: Step) => boolean;
  /** true for transitions that may occur any number of times, for example ticks */
  noise?: (id: string) => boolean;
  /** states that are not compared */
  unplanned?: RegExp;
  /** opens the page and brings the chart to the start of the path */
  open: (stage: Stage, path: Path) => Promise<void>;
  /**
   * updates parts of the page that change only at intervals; the clock stands still while a look is
   * compared
   */
  refresh?: (stage: Stage) => Promise<void>;
  /** drivers by the name of their step; answers of the server and timers need no driver */
  drivers: Readonly<Record<string, Driver>>;
  /** expected looks by leaf state */
  looks: Readonly<Record<string, (page: Page, expected: Expectation) => Look>>;
  /** true if an element with the chart's data-state exists; always true by default */
  hasElement?: (expected: Expectation) => boolean;
  /** true if the chart has ended with its page; false by default */
  isGone?: (expected: Expectation) => boolean;
  /** console lines that the faults of this chart cause */
  console?: readonly RegExp[];
};
