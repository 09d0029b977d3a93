import { type AnyStateMachine, type ContextFrom, type EventFrom, transition } from 'xstate';

/** Where the event takes a thing in this state; null when it may not happen there. */
export function nextState<Machine extends AnyStateMachine>(
  machine: Machine,
  at: { value: string; context: ContextFrom<Machine> },
  event: EventFrom<Machine>,
): string | null {
  const chart: AnyStateMachine = machine;
  const state = chart.resolveState(at);
  if (!state.can(event)) return null;
  const [next] = transition(chart, state, event);
  return String(next.value);
}
