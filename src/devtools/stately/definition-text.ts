import type { AnyStateMachine } from 'xstate';
import { nameOf } from '../tap/chart-definition.ts';

const texts = new WeakMap<AnyStateMachine, string>();

/**
 * Returns a chart as JSON that `createMachine` accepts, without the initial context of its actors.
 * `@statelyai/inspect` generates a similar text, but truncates it at ten levels and sorts the
 * states.
 */
export function definitionText(machine: AnyStateMachine): string {
  const known = texts.get(machine);
  if (known !== undefined) return known;
  const { context: _, ...config } = machine.config;
  const text = JSON.stringify(config, (_key, value: unknown) =>
    typeof value === 'function' ? { type: nameOf(value) } : value,
  );
  texts.set(machine, text);
  return text;
}
