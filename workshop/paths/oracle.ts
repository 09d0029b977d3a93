import type { AnyStateMachine } from 'xstate';
import { type Effect, runAlone } from './harness.ts';
import { type Expectation, expectationOf, type Path } from './path.ts';
import { text } from './plain.ts';

/** Everything observable at each step of a path. */
type Trace = { expected: Expectation; children: string[]; effects: Effect[] }[];

export type Oracle = { path: Path; trace: Trace };

const at = (harness: ReturnType<typeof runAlone>): Trace[number] => {
  const snapshot = harness.snapshot();
  return {
    expected: expectationOf(snapshot),
    children: Object.keys(snapshot.children).sort(),
    effects: harness.effects(),
  };
};

/** Walks a path on the original chart and records everything observable. */
export const record = (
  machine: AnyStateMachine,
  path: Path,
  neighbours: readonly string[],
): Oracle => {
  const harness = runAlone(path.chart, machine, path.start.input, neighbours);
  const trace = [at(harness)];
  for (const { step } of path.steps) {
    harness.drive(step);
    trace.push(at(harness));
  }
  harness.stop();
  return { path, trace };
};

/** True if the chart behaves differently from the original on this path. */
export const notices = (
  oracle: Oracle,
  machine: AnyStateMachine,
  neighbours: readonly string[],
): boolean => {
  const { path, trace } = oracle;
  const harness = runAlone(path.chart, machine, path.start.input, neighbours);
  try {
    if (text(at(harness)) !== text(trace[0])) return true;
    return path.steps.some(({ step }, index) => {
      harness.drive(step);
      return text(at(harness)) !== text(trace[index + 1]);
    });
  } catch {
    // the actor that should answer is missing, or the chart has stopped
    return true;
  } finally {
    harness.stop();
  }
};
