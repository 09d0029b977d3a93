import { type ActorRef, type AnyActorRef, createEmptyActor, type Snapshot } from 'xstate';
import type { LogMessage } from './ports/log.port.ts';
import type { DocumentRequested } from './ports/navigation.port.ts';

/**
 * What each chart of the system hears, by systemId. A chart adds itself in its `x.types.ts`:
 * `declare module '../charts.ts' { interface ChartEvents { toast: ToastEvent } }`. A list here would
 * have to import every chart, and each of them imports this file.
 */
export interface ChartEvents {
  /* not charts: the sinks of ports, children of the root */
  log: LogMessage;
  document: DocumentRequested;
}

type System = { get: (systemId: string) => AnyActorRef | undefined };

// xstate sends to the sender itself when a target is undefined; a chart that does not run must
// hear nothing instead.
const nobody: AnyActorRef = createEmptyActor();

/** The target of a `sendTo`: a chart by its systemId, typed; null is nobody. */
export const chart =
  <Id extends keyof ChartEvents>(id: Id | null) =>
  ({ system }: { system: System }): ActorRef<Snapshot<unknown>, ChartEvents[Id]> =>
    ((id && system.get(id)) ?? nobody) as ActorRef<Snapshot<unknown>, ChartEvents[Id]>;

/** An event for a chart, as data. */
export type Message = {
  [Id in keyof ChartEvents]: { to: Id; event: ChartEvents[Id] };
}[keyof ChartEvents];
