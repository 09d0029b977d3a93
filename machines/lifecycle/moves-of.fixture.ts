import type { AnyStateMachine } from 'xstate';
import { nextState } from './next-state.ts';

/** Returns every transition of a chart that has no context, each written as `from event to`. */
export const movesOf = (machine: AnyStateMachine): string[] =>
  Object.keys(machine.states).flatMap((from) =>
    machine.events.flatMap((type) => {
      const next = nextState(machine, { value: from, context: {} }, { type });
      return next ? [`${from} ${type} ${next}`] : [];
    }),
  );
