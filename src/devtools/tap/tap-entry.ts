import type { ActorRefLike, AnyEventObject, AnyTransitionDefinition } from 'xstate';

export type ActorStatus = 'active' | 'done' | 'error' | 'stopped';

/**
 * A microstep of a chart. `transitions` are the chart's own objects, so storing them costs nothing.
 */
export type TapStep = {
  /** empty for the start and for an ignored event */
  transitions: readonly AnyTransitionDefinition[];
  /** type of the raised event that caused the step, or null if the entry's own event caused it */
  raised: string | null;
  value: unknown;
  /** the context after the step, without binary data */
  context: unknown;
};

/** An event that an actor has received, and the effect of that event. */
export type TapEntry = {
  seq: number;
  /** milliseconds since the page was opened */
  at: number;
  /** time of the last merged tick; equal to `at` if no ticks were merged */
  lastAt: number;
  count: number;
  actor: TapActor;
  source: TapActor | null;
  /** the event without binary data */
  event: AnyEventObject;
  /** null if the actor is not a chart */
  steps: TapStep[] | null;
  status: ActorStatus;
  /** the result of a promise, or the error of an actor */
  result: unknown;
};

export type TapActor = {
  sessionId: string;
  /** reference to the actor; null after the actor has ended, so that it can be garbage-collected */
  ref: ActorRefLike | null;
  id: string;
  systemId: string | null;
  parent: TapActor | null;
  logic: unknown;
  /** the name under which the parent started the actor, or null for the root */
  src: string | null;
  bornAt: number;
  status: ActorStatus;
  value: unknown;
  /** the context without binary data */
  context: unknown;
  /** the chart's own context object, for comparison; null after the chart has ended */
  rawContext: unknown;
  /**
   * events that are being processed; each step is assigned to its event by the identity of the
   * event object
   */
  waiting: { event: AnyEventObject; entry: TapEntry }[];
  lastEntry: TapEntry | null;
};
