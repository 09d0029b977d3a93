import type { ActorRefLike, AnyEventObject, AnyTransitionDefinition } from 'xstate';

export type ActorStatus = 'active' | 'done' | 'error' | 'stopped';

/** One microstep. `transitions` are the chart's own objects, so noting them costs nothing. */
export type TapStep = {
  /** empty for the start and for an event that nothing waited for */
  transitions: readonly AnyTransitionDefinition[];
  /** type of the event that was raised inside; null for the entry's own event */
  raised: string | null;
  value: unknown;
  /** without bytes */
  context: unknown;
};

/** One event that reached an actor, and what the actor made of it. */
export type TapEntry = {
  seq: number;
  /** milliseconds since the page was opened */
  at: number;
  /** differs from `at` where ticks were put together */
  lastAt: number;
  count: number;
  actor: TapActor;
  source: TapActor | null;
  /** without bytes */
  event: AnyEventObject;
  /** null for actors that are no charts */
  steps: TapStep[] | null;
  status: ActorStatus;
  /** what a promise gave or an actor failed with */
  result: unknown;
};

export type TapActor = {
  sessionId: string;
  /** null once it has ended, so that nothing of it is kept alive */
  ref: ActorRefLike | null;
  id: string;
  systemId: string | null;
  parent: TapActor | null;
  logic: unknown;
  /** the name its parent calls it by; null for the root */
  src: string | null;
  bornAt: number;
  status: ActorStatus;
  value: unknown;
  /** without bytes */
  context: unknown;
  /** as the chart has it, for comparing; null once it has ended */
  rawContext: unknown;
  /** events that are on their way; their objects tell which step belongs to which event */
  waiting: { event: AnyEventObject; entry: TapEntry }[];
  lastEntry: TapEntry | null;
};
