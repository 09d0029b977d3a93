import type { ChartDefinition, StateDefinition } from '../../src/devtools/tap/chart-definition.ts';

const statesOf = (state: StateDefinition): string[] => [
  state.id,
  ...state.states.flatMap(statesOf),
];

const missing = (from: readonly string[], among: readonly string[]): string | undefined => {
  const known = new Set(among);
  return from.find((one) => !known.has(one));
};

const causeOf = (was: ChartDefinition, now: ChartDefinition): string => {
  const states = { was: statesOf(was.root), now: statesOf(now.root) };
  const transitions = {
    was: was.transitions.map((t) => t.id),
    now: now.transitions.map((t) => t.id),
  };
  const goneState = missing(states.was, states.now);
  if (goneState) return `its state “${goneState}” is gone`;
  const newState = missing(states.now, states.was);
  if (newState) return `the state “${newState}” is new`;
  const goneTransition = missing(transitions.was, transitions.now);
  if (goneTransition) return `its transition “${goneTransition}” is gone`;
  const newTransition = missing(transitions.now, transitions.was);
  if (newTransition) return `the transition “${newTransition}” is new`;
  return 'a guard, an action or a description in it has another name';
};

/** One sentence that names the chart and the difference; undefined if there is none. */
export function explainDifference(
  was: ChartDefinition,
  now: ChartDefinition | undefined,
): string[] {
  if (!now) return [`the chart “${was.id}” is not running on this page.`];
  if (was.fingerprint === now.fingerprint) return [];
  return [`the chart “${was.id}” has changed: ${causeOf(was, now)}.`];
}
