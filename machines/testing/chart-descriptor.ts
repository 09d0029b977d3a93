import type {
  AnyEventObject,
  AnyStateMachine,
  ContextFrom,
  EventFrom,
  InputFrom,
  SnapshotFrom,
} from 'xstate';

/**
 * Sample values, by the label that paths show. An empty record stands for one event without data.
 */
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

/** Possible results of an invoked or spawned actor, by kind of result. `sends` are whole events. */
type ActorSamples<Machine extends AnyStateMachine> = {
  readonly done?: SamplesIn<Machine, unknown>;
  readonly error?: SamplesIn<Machine, unknown>;
  readonly sends?: SamplesIn<Machine, EventFrom<Machine>>;
  readonly snapshot?: SamplesIn<Machine, unknown>;
};

/** One step of a chart. For the first step, `before` and `now` are the same snapshot. */
export type Moment<Machine extends AnyStateMachine = AnyStateMachine> = {
  readonly before: SnapshotFrom<Machine>;
  readonly now: SnapshotFrom<Machine>;
  /** the event of this step; null at the start of the chart, and if only time has passed */
  readonly event: AnyEventObject | null;
  /** messages of this step; `to` is a chart's systemId, another actor's id, or `parent` */
  readonly told: readonly { readonly to: string; readonly event: AnyEventObject }[];
  /** actors started in this step; a call without its input is left out, because it is not sent */
  readonly asked: readonly {
    readonly id: string;
    readonly input: Readonly<Record<string, unknown>>;
  }[];
};

/** A statement about the product that is true at every step of a chart. */
type Law<Machine extends AnyStateMachine = AnyStateMachine> = {
  readonly holds: (moment: Moment<Machine>) => boolean;
  /**
   * A change of the chart that breaks this law and no other: the description of a mutant
   * (workshop/paths/mutants.ts), or a function that returns a broken chart.
   */
  readonly brokenBy: string | ((machine: Machine) => AnyStateMachine);
};

/** Laws by their statements. */
export type Laws<Machine extends AnyStateMachine = AnyStateMachine> = Readonly<
  Record<string, Law<Machine>>
>;

/**
 * Data for finding paths through a chart that the chart itself does not contain. Each chart has its
 * data in a file `x.descriptor.ts`.
 */
export type ChartDescriptor<Machine extends AnyStateMachine = AnyStateMachine> = {
  readonly machine: Machine;
  readonly inputs?: Samples<InputFrom<Machine>>;
  /** events that visitors cause: clicks, keys, files */
  readonly people?: EventSamples<Machine>;
  /** events that other charts, or the page itself, send */
  readonly charts?: EventSamples<Machine>;
  /** sample results by the id of the invoked actor */
  readonly actors?: Readonly<Record<string, ActorSamples<Machine>>>;
  /**
   * the part of the context that guards and samples use; situations with equal values are merged
   */
  readonly reads: (context: ContextFrom<Machine>) => unknown;
  /**
   * additional waits in milliseconds; a repeated shorter delay would otherwise hide a longer one
   */
  readonly waits?: Samples<number>;
  readonly bounds?: {
    /** maximum number of situations to explore; the default is 20 000 */
    readonly situations?: number;
    /**
     * False for steps that need not be tried in the current situation. If independent regions are
     * explored one at a time, the number of situations is the sum and not the product of the
     * regions' situations.
     */
    readonly allows?: (
      step: { readonly event?: string; readonly actor?: string },
      snapshot: SnapshotFrom<Machine>,
    ) => boolean;
    /**
     * true if the search must not continue from this situation; `ended` are actors whose end
     * changed no state
     */
    readonly stop?: (context: ContextFrom<Machine>, ended: ReadonlySet<string>) => boolean;
  };
  /** laws that are checked at every step of the exploration and of random walks */
  readonly laws?: Laws<Machine>;
};

export const describeChart = <Machine extends AnyStateMachine>(
  model: ChartDescriptor<Machine>,
): ChartDescriptor => model as unknown as ChartDescriptor;
