import type {
  AnyEventObject,
  AnyStateMachine,
  ContextFrom,
  EventFrom,
  InputFrom,
  SnapshotFrom,
} from 'xstate';

/** Sample values by their label in paths. An empty record stands for one event without data. */
type Samples<Value> = Readonly<Record<string, Value>>;

/** Fixed samples, or a function that derives samples from the current context. */
type SamplesIn<Machine extends AnyStateMachine, Value> =
  | Samples<Value>
  | ((context: ContextFrom<Machine>) => Samples<Value>);

type Payload<Event, Type> = Event extends { type: Type } ? Omit<Event, 'type'> : never;

type EventSamples<Machine extends AnyStateMachine> = {
  readonly [Type in EventFrom<Machine>['type']]?: SamplesIn<
    Machine,
    Payload<EventFrom<Machine>, Type>
  >;
};

/** Possible results of an invoked or spawned actor, by kind; `sends` are whole events. */
type ActorSamples<Machine extends AnyStateMachine> = {
  readonly done?: SamplesIn<Machine, unknown>;
  readonly error?: SamplesIn<Machine, unknown>;
  readonly sends?: SamplesIn<Machine, EventFrom<Machine>>;
  readonly snapshot?: SamplesIn<Machine, unknown>;
};

/** One step of a chart. For the chart's start, `before` equals `now`. */
export type Moment<Machine extends AnyStateMachine = AnyStateMachine> = {
  readonly before: SnapshotFrom<Machine>;
  readonly now: SnapshotFrom<Machine>;
  /** null at the start, and if only time passed */
  readonly event: AnyEventObject | null;
  /** messages to charts by systemId, to other actors by id, to the parent as `parent` */
  readonly told: readonly { readonly to: string; readonly event: AnyEventObject }[];
  /** started actors by id, except calls without an input, which are not sent */
  readonly asked: readonly {
    readonly id: string;
    readonly input: Readonly<Record<string, unknown>>;
  }[];
};

/** A sentence about the product that is true at every step. */
type Law<Machine extends AnyStateMachine = AnyStateMachine> = {
  readonly holds: (moment: Moment<Machine>) => boolean;
  /**
   * A change of the chart that breaks only this law: the description of a mutant
   * (workshop/paths/mutants.ts), or a function that returns a broken chart.
   */
  readonly brokenBy: string | ((machine: Machine) => AnyStateMachine);
};

/** Laws by their sentences. */
export type Laws<Machine extends AnyStateMachine = AnyStateMachine> = Readonly<
  Record<string, Law<Machine>>
>;

/**
 * Data for finding paths through a chart that the chart itself does not contain
 * (`x.descriptor.ts`).
 */
export type ChartDescriptor<Machine extends AnyStateMachine = AnyStateMachine> = {
  readonly machine: Machine;
  readonly inputs?: Samples<InputFrom<Machine>>;
  /** user events: clicks, keys, files */
  readonly people?: EventSamples<Machine>;
  /** events that other charts, or the page itself, send */
  readonly charts?: EventSamples<Machine>;
  /** samples by invoke id */
  readonly actors?: Readonly<Record<string, ActorSamples<Machine>>>;
  /**
   * the part of the context that guards and samples read; situations with equal values are merged
   */
  readonly reads: (context: ContextFrom<Machine>) => unknown;
  /** waits in milliseconds, for delays that a shorter repeated delay would hide */
  readonly waits?: Samples<number>;
  readonly bounds?: {
    /** maximum number of situations; default 20 000 */
    readonly situations?: number;
    /**
     * False for steps that need not be tried in a situation. If independent regions are explored
     * one at a time, the number of situations is their sum and not their product.
     */
    readonly allows?: (
      step: { readonly event?: string; readonly actor?: string },
      snapshot: SnapshotFrom<Machine>,
    ) => boolean;
    /** stops the search at such a situation; `ended` are actors whose end changed no state */
    readonly stop?: (context: ContextFrom<Machine>, ended: ReadonlySet<string>) => boolean;
  };
  /** checked at every step of the exploration and of random walks */
  readonly laws?: Laws<Machine>;
};

export const describeChart = <Machine extends AnyStateMachine>(
  model: ChartDescriptor<Machine>,
): ChartDescriptor => model as unknown as ChartDescriptor;
