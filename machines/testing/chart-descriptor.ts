import type { AnyStateMachine, ContextFrom, EventFrom, InputFrom, SnapshotFrom } from 'xstate';

/** Sample values by the label that paths use for them; an empty record is one event without data. */
type Samples<Value> = Readonly<Record<string, Value>>;

/** Fixed, or derived from the current context. */
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

/** What an invoked or spawned actor may do, by kind; `sends` are whole events. */
type ActorSamples<Machine extends AnyStateMachine> = {
  readonly done?: SamplesIn<Machine, unknown>;
  readonly error?: SamplesIn<Machine, unknown>;
  readonly sends?: SamplesIn<Machine, EventFrom<Machine>>;
  readonly snapshot?: SamplesIn<Machine, unknown>;
};

/** What a chart alone does not say, so that paths can be found through it (`x.descriptor.ts`). */
export type ChartDescriptor<Machine extends AnyStateMachine = AnyStateMachine> = {
  readonly machine: Machine;
  readonly inputs?: Samples<InputFrom<Machine>>;
  /** user events: clicks, keys, files */
  readonly people?: EventSamples<Machine>;
  /** events that other charts, or the page itself, send */
  readonly charts?: EventSamples<Machine>;
  /** by invoke id */
  readonly actors?: Readonly<Record<string, ActorSamples<Machine>>>;
  /** exactly the context that guards and samples read: situations that agree in it are merged */
  readonly reads: (context: ContextFrom<Machine>) => unknown;
  /** milliseconds; for delays that a faster, repeating one would hide */
  readonly waits?: Samples<number>;
  readonly bounds?: {
    /** maximum number of situations; default 20 000 */
    readonly situations?: number;
    /**
     * False for steps that need not be tried in a situation. For charts with independent regions:
     * exploring one region at a time gives a sum of situations, not a product.
     */
    readonly allows?: (
      step: { readonly event?: string; readonly actor?: string },
      snapshot: SnapshotFrom<Machine>,
    ) => boolean;
    /** stops the search at such a situation; `ended` are actors whose end changed no state */
    readonly stop?: (context: ContextFrom<Machine>, ended: ReadonlySet<string>) => boolean;
  };
  /** invariants that hold across every step, including random walks */
  readonly laws?: Readonly<
    Record<string, (now: ContextFrom<Machine>, before: ContextFrom<Machine>) => boolean>
  >;
  /** transition id → why no path takes it */
  readonly waivers?: Readonly<Record<string, string>>;
};

export const describeChart = <Machine extends AnyStateMachine>(
  model: ChartDescriptor<Machine>,
): ChartDescriptor => model as unknown as ChartDescriptor;
