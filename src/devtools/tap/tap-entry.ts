import type { ActorRefLike, AnyEventObject, AnyTransitionDefinition } from 'xstate';

export type ActorStatus = 'active' | 'done' | 'error' | 'stopped';

/** One microstep. `transitions` are the chart's own objects, so storing them costs nothing. */
export type TapStep = {
  /** empty for the start and for an ignored event */
  transitions: readonly AnyTransitionDefinition[];
  /** type of a raised event, or null for the entry's own event */
  raised: string | null;
  value: unknown;
  /** without binary data */
  context: unknown;
};

/** An event that reached an actor, and its effect. */
export type TapEntry = {
  seq: number;
  /** milliseconds since the page was opened */
  at: number;
  /** later than `at` if ticks were merged */
  lastAt: number;
  count: number;
  actor: TapActor;
  source: TapActor | null;
  /** without binary data */
  event: AnyEventObject;
  /** null for actors that are not charts */
  steps: TapStep[] | null;
  status: ActorStatus;
  /** the result of a promise, or the error of an actor */
  result: unknown;
};

export type TapActor = {
  sessionId: string;
  /** null after the actor has ended, so that it can be garbage-collected */
  ref: ActorRefLike | null;
  id: string;
  systemId: string | null;
  parent: TapActor | null;
  logic: unknown;
  /** the id that the parent gave to the actor, or null for the root */
  src: string | null;
  bornAt: number;
  status: ActorStatus;
  value: unknown;
  /** without binary data */
  context: unknown;
  /** the chart's own object, for comparison; null after the chart has ended */
  rawContext: unknown;
  /** events being processed; by object identity, they connect steps to their event */
  waiting: { event: AnyEventObject; entry: TapEntry }[];
  lastEntry: TapEntry | null;
};
