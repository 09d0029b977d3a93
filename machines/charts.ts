import { type ActorRef, type AnyActorRef, createEmptyActor, type Snapshot } from 'xstate';
import type { AppEvent } from './app/app.types.ts';
import type { DebugConsoleEvent } from './debug-console/debug-console.types.ts';
import type { DialogsEvent } from './dialogs/dialogs.types.ts';
import type { LanguageEvent } from './language/language.types.ts';
import type { OverlayEvent } from './overlay/overlay.types.ts';
import type { LogMessage } from './ports/log.port.ts';
import type { RecordsEvent } from './records/records.types.ts';
import type { ResultEvent } from './result/result.types.ts';
import type { SessionEvent } from './session/session.types.ts';
import type { TaskEvent } from './task/task.types.ts';
import type { ToastEvent } from './toast/toast.types.ts';

/** What each chart of the system hears, by systemId. */
export type ChartEvents = {
  app: AppEvent;
  language: LanguageEvent;
  session: SessionEvent;
  overlay: OverlayEvent;
  toast: ToastEvent;
  debugConsole: DebugConsoleEvent;
  dialogs: DialogsEvent;
  task: TaskEvent;
  records: RecordsEvent;
  result: ResultEvent;
  /** not a chart: the sink of the log port, a child of the root */
  log: LogMessage;
};

type System = { get: (systemId: string) => AnyActorRef | undefined };

// xstate sends to the sender itself when a target is undefined; a page chart that is not on
// screen must hear nothing instead.
const nobody: AnyActorRef = createEmptyActor();

/** The target of a `sendTo`: a chart by its systemId, typed; null is nobody. */
export const chart =
  <Id extends keyof ChartEvents>(id: Id | null) =>
  ({ system }: { system: System }): ActorRef<Snapshot<unknown>, ChartEvents[Id]> =>
    ((id && system.get(id)) ?? nobody) as ActorRef<Snapshot<unknown>, ChartEvents[Id]>;
