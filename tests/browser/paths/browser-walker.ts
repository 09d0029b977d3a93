import type { Page } from '@playwright/test';
import { statePath } from '../../../machines/model/state-path.ts';
import { failureOf } from '../../../machines/ports/port-failure.ts';
import type { Expectation, Path, PathStep } from '../../../workshop/paths/path.ts';
import { text } from '../../../workshop/paths/plain.ts';
import type { Step } from '../../../workshop/paths/step.ts';
import { driverName, missing, type Walker } from '../../../workshop/paths/walker.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import type { Call, Outcome } from './fault-layer.ts';
import { blindLook } from './look.ts';
import { takenOn } from './recorder.ts';

/** less than the time limit of a test, so that the walk can report what it waits for */
const patienceMs = 40_000;
/** React delays newly loaded content by up to 300 ms */
const nudgeMs = 320;
/**
 * times after which the clock is advanced, in milliseconds; usually the first is enough, the others
 * are needed on a slow machine
 */
const nudgesAfterMs = [150, 1_500, 3_000];

/**
 * Returns the outcome with which the fault layer ends the call of a failed step, or undefined for a
 * step without a failure.
 */
export const outcomeOf = (step: Step): Outcome | undefined => {
  if (step.kind !== 'error') return undefined;
  const { reason, code } = failureOf(step.error);
  if (reason === 'refused') return { code: code ?? '' };
  return reason === 'server' ? 'proxy' : 'broken';
};

/**
 * Carries out the steps for which a chart needs no driver: answers of the server and passing time.
 */
const ownDriver = async ({ page, layer }: Stage, step: Step): Promise<void> => {
  if (step.kind === 'time') await page.clock.runFor(step.ms);
  else if (step.kind === 'done' || step.kind === 'error')
    await layer.answer(step.actor as Call, outcomeOf(step));
};

type Seen = { value: unknown; status: string; dom: string | null };

const newestOf = (page: Page, chart: string, parent: string): Promise<string> =>
  page.evaluate(
    ([name, of]) => {
      const { children } = window.__lightwell?.root.system.get(of)?.getSnapshot() ?? {};
      const numbers = Object.keys(children ?? {})
        .filter((id) => id.startsWith(`${name}.`))
        .map((id) => Number(id.slice(name.length + 1)));
      return `${name}.${Math.max(0, ...numbers)}`;
    },
    [chart, parent] as const,
  );

const see = (page: Page, chart: string, parent?: string): Promise<Seen | null> =>
  page.evaluate(
    ([name, of]) => {
      const find = (id: string) => window.__lightwell?.root.system.get(id)?.getSnapshot();
      const snapshot = of === null ? find(name) : find(of)?.children[name]?.getSnapshot();
      if (!snapshot) return null;
      const dom = document.querySelector(`[data-actor="${name}"]`)?.getAttribute('data-state');
      return { value: snapshot.value, status: snapshot.status, dom: dom ?? null };
    },
    [chart, parent ?? null] as const,
  );

const isOwn = (step: Step): boolean => step.kind !== 'event' && step.kind !== 'sent';

/**
 * Walks a path on the page. After each step, the actor, the DOM and the screen must be as planned.
 */
export const browserWalker = (stage: Stage, spec: BrowserChart): Walker => {
  const { page } = stage;
  const {
    chart,
    parent,
    isNumbered = false,
    noise = () => false,
    hasElement = () => true,
    isGone = () => false,
    unplanned = /^$/,
  } = spec;
  let path: Path;
  let reached = 0;
  let planned: string[] = [];
  let actor = chart;

  /** Returns the states in `value` that are compared with the plan. */
  const planOf = (value: unknown): string =>
    statePath(value as never)
      .split(' ')
      .filter((state) => !unplanned.test(state))
      .join(' ');

  const wrongActor = async (expected: Expectation): Promise<string | undefined> => {
    const seen = await see(page, actor, parent);
    if (isGone(expected)) return seen ? 'it has not ended with its page' : undefined;
    if (!seen) return 'there is no such chart on the page';
    if (seen.status !== expected.status) return `it is ${seen.status}, not ${expected.status}`;
    if (planOf(seen.value) !== planOf(expected.value))
      return `it is in ${text(seen.value)}, not in ${text(expected.value)}`;
    return undefined;
  };
  const wrongElement = async (expected: Expectation): Promise<string | undefined> => {
    if (isGone(expected)) return undefined;
    const dom = (await see(page, actor, parent))?.dom ?? null;
    const wanted = hasElement(expected) ? planOf(expected.value) : null;
    const shown = dom?.split(' ').filter((state) => !unplanned.test(state));
    return (shown?.join(' ') ?? null) === wanted
      ? undefined
      : `data-state is ${dom}, not ${wanted}`;
  };
  const wrongTransitions = (): string | undefined => {
    const all = takenOn(page)
      .filter((one) => one.chart === chart && (!isNumbered || one.actor === actor))
      .map(({ id }) => id);
    const measured = all.filter((id) => !noise(id));
    const wanted = planned.filter((id) => !noise(id));
    if (text(measured) !== text(wanted)) {
      const at = wanted.findIndex((id, index) => id !== measured[index]);
      const from = at < 0 ? wanted.length : at;
      return `the chart took the transitions ${text(measured.slice(from))} instead of ${text(wanted.slice(from))}`;
    }
    const absent = planned.find((id) => !all.includes(id));
    return absent && !spec.unplanned ? `it did not take ${absent}` : undefined;
  };
  const wrongView = async (leaf: string, expected: Expectation): Promise<string | undefined> => {
    const look = spec.looks[leaf]?.(page, expected);
    if (!look) throw new Error(`No look for the state ${leaf}. Add one to the chart’s paths file.`);
    const blind = blindLook(leaf, look);
    if (blind) throw new Error(blind);
    if ('unseen' in look) return undefined;
    const { shown = [], hidden = [] } = look;
    for (const locator of shown) {
      if (!(await locator.first().isVisible())) return `${leaf}: ${locator} is not on screen`;
    }
    for (const locator of hidden) {
      if (await locator.first().isVisible()) return `${leaf}: ${locator} is on screen`;
    }
    return undefined;
  };
  const wrongPage = async (expected: Expectation): Promise<string | undefined> => {
    for (const leaf of expected.leaves.filter((one) => !unplanned.test(one))) {
      const problem = await wrongView(leaf, expected);
      if (problem) return problem;
    }
    return wrongElement(expected);
  };
  /**
   * Waits until the page is as planned. Advances the page's stopped clock a little, because React
   * may delay loaded content by a timer.
   */
  const settle = async (expected: Expectation): Promise<void> => {
    const begun = Date.now();
    let nudges = 0;
    for (;;) {
      const behind = (await wrongActor(expected)) ?? wrongTransitions();
      if (!behind) await spec.refresh?.(stage);
      const unseen = behind ? undefined : await wrongPage(expected);
      if (!behind && !unseen) return;
      const waited = Date.now() - begun;
      if (waited > patienceMs) throw new Error(behind ?? unseen);
      if (unseen && !spec.refresh && waited > (nudgesAfterMs[nudges] ?? patienceMs)) {
        nudges += 1;
        await page.clock.runFor(nudgeMs);
      } else await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };
  const isByItself = (step: PathStep | undefined): boolean =>
    step !== undefined && (spec.byItself?.(step.step) ?? false);
  const following = (): Step[] => {
    const rest = path.steps.slice(reached);
    const end = rest.findIndex((one) => !isByItself(one));
    return rest.slice(0, end < 0 ? undefined : end).map((one) => one.step);
  };
  const drivers = (step: Step) => {
    const own = spec.drivers[driverName(step)];
    if (own) return own;
    return isOwn(step) ? ownDriver : undefined;
  };

  return {
    start: async (begun) => {
      path = begun;
      planned = [...begun.taken];
      const known = Object.fromEntries(
        begun.steps
          .filter(({ step }) => drivers(step) !== undefined || spec.byItself?.(step))
          .map(({ step }) => [driverName(step), () => {}]),
      );
      const gaps = missing([begun], known, spec.looks as never);
      if (gaps.length > 0) throw new Error(gaps.join('; '));
      await spec.prepare?.(stage);
      await spec.open(stage, begun);
      if (isNumbered && parent) actor = await newestOf(page, chart, parent);
    },
    drive: async (step, plannedStep) => {
      reached = path.steps.indexOf(plannedStep) + 1;
      planned.push(...plannedStep.taken);
      if (!isByItself(plannedStep)) await drivers(step)?.(stage, step, following());
    },
    assert: async (expected) => {
      // a transient state cannot be inspected, but its transitions are recorded
      if (!isByItself(path.steps[reached])) await settle(expected);
    },
    stop: () => {},
  };
};
