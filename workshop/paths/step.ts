import type { AnyEventObject } from 'xstate';

/** An event from outside the chart. `says` names it in titles and reports. */
export type Step = { says: string } & (
  | { kind: 'event'; by: 'people' | 'charts'; event: AnyEventObject }
  | { kind: 'done'; actor: string; output: unknown }
  | { kind: 'error'; actor: string; error: unknown }
  | { kind: 'sent'; actor: string; event: AnyEventObject }
  /** `next` is true for a wait that ends when the next timer is due */
  | { kind: 'time'; ms: number; next: boolean }
);

/** The event that a step sends to the chart. Waits send none. */
export const eventOf = (step: Exclude<Step, { kind: 'time' }>): AnyEventObject => {
  switch (step.kind) {
    case 'event':
    case 'sent':
      return step.event;
    case 'done':
      return { type: `xstate.done.actor.${step.actor}`, output: step.output, actorId: step.actor };
    case 'error':
      return { type: `xstate.error.actor.${step.actor}`, error: step.error, actorId: step.actor };
  }
};
