import { type ActorRef, type AnyActorRef, createEmptyActor, type Snapshot } from 'xstate';
import type { LogMessage } from './ports/log.port.ts';
import type { DocumentRequested } from './ports/navigation.port.ts';

/**
 * The events of each chart, by systemId. Each chart adds its own events in its file `x.types.ts`:
 * `declare module '../charts.ts' { interface ChartEvents { toast: ToastEvent } }`. Listing all
 * events in this file would cause import cycles.
 */
export interface ChartEvents {
  /* the following are not charts but sinks of ports, which the root starts */
  log: LogMessage;
  document: DocumentRequested;
}

type System = { get: (systemId: string) => AnyActorRef | undefined };

// XState sends an event with an undefined target to the sender itself. An event for a chart that
// does not run must be dropped instead, so this actor receives it.
const noReceiver: AnyActorRef = createEmptyActor();

/**
 * Returns the typed target of a `sendTo`: the chart with this systemId. If `id` is null or the
 * chart does not run, the event is dropped.
 */
export const chart =
  <Id extends keyof ChartEvents>(id: Id | null) =>
  ({ system }: { system: System }): ActorRef<Snapshot<unknown>, ChartEvents[Id]> =>
    ((id && system.get(id)) ?? noReceiver) as ActorRef<Snapshot<unknown>, ChartEvents[Id]>;

/** An event and its target chart, as data. */
export type Message = {
  [Id in keyof ChartEvents]: { to: Id; event: ChartEvents[Id] };
}[keyof ChartEvents];
