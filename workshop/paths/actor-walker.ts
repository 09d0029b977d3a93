import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { ChartDescriptor } from '../../machines/testing/chart-descriptor.ts';
import { type Harness, runAlone } from './harness.ts';
import { brokenLaws, eventIn } from './laws.ts';
import { momentOf } from './moment.ts';
import { type Expectation, expectationOf, type Path } from './path.ts';
import { text } from './plain.ts';
import type { Walker } from './walker.ts';

const differing = (seen: unknown, wanted: unknown): string => {
  const a = (seen ?? {}) as Record<string, unknown>;
  const b = (wanted ?? {}) as Record<string, unknown>;
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return keys
    .filter((key) => text(a[key]) !== text(b[key]))
    .map((key) => `${key} is ${text(a[key])} instead of ${text(b[key])}`)
    .join(', ');
};

const compare = (seen: Expectation, wanted: Expectation): void => {
  if (seen.status !== wanted.status)
    throw new Error(`the actor has the status ${seen.status} instead of ${wanted.status}`);
  if (text(seen.value) !== text(wanted.value)) {
    throw new Error(`the chart is in ${text(seen.value)} instead of ${text(wanted.value)}`);
  }
  const different = differing(seen.context, wanted.context);
  if (different !== '') throw new Error(`in the context of the chart, ${different}`);
};

const sameTransitions = (measured: readonly string[], planned: readonly string[]): void => {
  if (text(measured) === text(planned)) return;
  throw new Error(`the chart took the transitions ${text(measured)} instead of ${text(planned)}`);
};

type Options = {
  machine: AnyStateMachine;
  model: ChartDescriptor;
  neighbours: readonly string[];
  /** called with every measured transition */
  onTaken?: (id: string) => void;
};

/**
 * Walks on the running actor. After each step it must be in the state that the pure chart reaches,
 * by the same transitions.
 */
export const actorWalker = ({ machine, model, neighbours, onTaken }: Options): Walker => {
  let harness: Harness | undefined;
  let before: AnyMachineSnapshot | null = null;
  let event: AnyEventObject | null = null;
  const running = (): Harness => {
    if (!harness) throw new Error('the walk has not started');
    return harness;
  };
  const check = (expected: Expectation, planned: readonly string[]): void => {
    const { actions, snapshot, taken } = running();
    const now = snapshot();
    const measured = taken();
    for (const id of measured) onTaken?.(id);
    if (now.status === 'error') throw new Error(`the chart stopped: ${String(now.error)}`);
    compare(expectationOf(now), expected);
    sameTransitions(measured, planned);
    const laws = brokenLaws(model, momentOf(before, event, now, actions()));
    if (laws.length > 0) {
      throw new Error(`the chart breaks ${laws.map((law) => `the law “${law}”`).join(' and ')}`);
    }
    before = now;
  };
  let start: Path | undefined;
  return {
    start: (path) => {
      start = path;
      harness = runAlone(path.chart, machine, path.start.input, neighbours);
      before = null;
      event = null;
    },
    drive: (step) => {
      event = eventIn(step);
      running().drive(step);
    },
    assert: (expected, planned) => check(expected, planned?.taken ?? start?.taken ?? []),
    stop: () => harness?.stop(),
  };
};
