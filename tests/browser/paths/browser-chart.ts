import type { BrowserContext, Page } from '@playwright/test';
import type { ChartDescriptor } from '../../../machines/testing/chart-descriptor.ts';
import type { Allows } from '../../../tools/paths/explore.ts';
import type { Expectation, Path } from '../../../tools/paths/path.ts';
import type { Step } from '../../../tools/paths/step.ts';
import type { FaultLayer } from './fault-layer.ts';
import type { Look } from './look.ts';

/** What a driver has at hand. */
export type Stage = { page: Page; context: BrowserContext; layer: FaultLayer; url: string };

/** `next` are the steps that follow by themselves: what makes them happen must be there before. */
export type Driver = (stage: Stage, step: Step, next: readonly Step[]) => Promise<void>;

/** How a chart is walked on the running product. */
export type BrowserChart = {
  chart: string;
  /** systemId of the chart that invokes it, where it has none of its own */
  parent?: string;
  /** the parent numbers the actors of the chart (`attempt.1`): the newest one is walked */
  isNumbered?: boolean;
  /** the chart's own descriptor, with what the other charts and the page can really do to it */
  model: ChartDescriptor;
  allows?: Allows;
  /** steps of a path, about; few long paths are faster than many short ones */
  longest?: number;
  /** steps that no one can keep from happening right after the one before */
  byItself?: (step: Step) => boolean;
  /** transitions that come as often as they like: ticks */
  noise?: (id: string) => boolean;
  /** opens the page; the chart is then at the start of the path */
  open: (stage: Stage, path: Path) => Promise<void>;
  /** by the name of the step; answers of the server, and time, need none */
  drivers: Readonly<Record<string, Driver>>;
  /** by leaf state */
  looks: Readonly<Record<string, (page: Page, expected: Expectation) => Look>>;
  /** whether there is an element with the chart's data-state; always, without it */
  hasElement?: (expected: Expectation) => boolean;
  /** whether the chart has ended with its page by then; never, without it */
  isGone?: (expected: Expectation) => boolean;
  /** console lines that the faults of this chart cause */
  console?: readonly RegExp[];
};
