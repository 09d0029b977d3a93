import { type AnyStateMachine, type ContextFrom, type EventFrom, transition } from 'xstate';

/** Returns the state after the event, or null if the current state does not allow the event. */
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
