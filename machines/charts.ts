import { type ActorRef, type AnyActorRef, createEmptyActor, type Snapshot } from 'xstate';
import type { LogMessage } from './ports/log.port.ts';
import type { DocumentRequested } from './ports/navigation.port.ts';

/**
 * The events of each chart, by systemId. A chart adds itself in its `x.types.ts`:
 * `declare module '../charts.ts' { interface ChartEvents { toast: ToastEvent } }`.
 * A list here would have to import every chart, and each chart imports this file.
 */
export interface ChartEvents {
  /* not charts: sinks of ports, started by the root */
  log: LogMessage;
  document: DocumentRequested;
}

type System = { get: (systemId: string) => AnyActorRef | undefined };

// If a target is undefined, xstate sends to the sender itself. Events for a chart that does not run must be
// dropped instead.
const noReceiver: AnyActorRef = createEmptyActor();

/** Typed target of a `sendTo`: a chart by its systemId. Null drops the event. */
export const chart =
  <Id extends keyof ChartEvents>(id: Id | null) =>
  ({ system }: { system: System }): ActorRef<Snapshot<unknown>, ChartEvents[Id]> =>
    ((id && system.get(id)) ?? noReceiver) as ActorRef<Snapshot<unknown>, ChartEvents[Id]>;

/** An event for a chart, as data. */
export type Message = {
  [Id in keyof ChartEvents]: { to: Id; event: ChartEvents[Id] };
}[keyof ChartEvents];
