import { type ActorRef, type AnyActorRef, createEmptyActor, type Snapshot } from 'xstate';
import type { LogMessage } from './ports/log.port.ts';
import type { DocumentRequested } from './ports/navigation.port.ts';

/**
 * The events of each chart, by systemId. Each chart adds its own in `x.types.ts`: `declare module
 * '../charts.ts' { interface ChartEvents { toast: ToastEvent } }`. A list in this file would cause
 * import cycles.
 */
export interface ChartEvents {
  /* sinks of ports, not charts; started by the root */
  log: LogMessage;
  document: DocumentRequested;
}

type System = { get: (systemId: string) => AnyActorRef | undefined };

// XState sends an event with an undefined target to the sender. An event for a chart that does not
// run must be dropped instead.
const noReceiver: AnyActorRef = createEmptyActor();

/** The typed target of a `sendTo`: a chart by its systemId. The event is dropped for null. */
export const chart =
  <Id extends keyof ChartEvents>(id: Id | null) =>
  ({ system }: { system: System }): ActorRef<Snapshot<unknown>, ChartEvents[Id]> =>
    ((id && system.get(id)) ?? noReceiver) as ActorRef<Snapshot<unknown>, ChartEvents[Id]>;

/** An event and its target chart, as data. */
export type Message = {
  [Id in keyof ChartEvents]: { to: Id; event: ChartEvents[Id] };
}[keyof ChartEvents];
