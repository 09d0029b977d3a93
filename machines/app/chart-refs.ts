import type { ActorRefFrom, AnyActorRef } from 'xstate';
import type { debugConsoleMachine } from '../debug-console/debug-console.machine.ts';
import type { dialogsMachine } from '../dialogs/dialogs.machine.ts';
import type { languageMachine } from '../language/language.machine.ts';
import type { overlayMachine } from '../overlay/overlay.machine.ts';
import type { recordsMachine } from '../records/records.machine.ts';
import type { resultMachine } from '../result/result.machine.ts';
import type { sessionMachine } from '../session/session.machine.ts';
import type { taskMachine } from '../task/task.machine.ts';
import type { toastMachine } from '../toast/toast.machine.ts';
import type { appMachine } from './app.machine.ts';

/** Every chart of the running system by its systemId. */
export type ChartRefs = {
  app: ActorRefFrom<typeof appMachine>;
  language: ActorRefFrom<typeof languageMachine>;
  session: ActorRefFrom<typeof sessionMachine>;
  overlay: ActorRefFrom<typeof overlayMachine>;
  toast: ActorRefFrom<typeof toastMachine>;
  debugConsole: ActorRefFrom<typeof debugConsoleMachine>;
  dialogs: ActorRefFrom<typeof dialogsMachine>;
  task: ActorRefFrom<typeof taskMachine>;
  records: ActorRefFrom<typeof recordsMachine>;
  result: ActorRefFrom<typeof resultMachine>;
};

type System = { get: (systemId: string) => AnyActorRef | undefined };

/** For screens: a chart with its snapshot. The page charts are undefined when not on screen. */
export const chartRef = <Id extends keyof ChartRefs>(
  system: System,
  id: Id,
): ChartRefs[Id] | undefined => system.get(id) as ChartRefs[Id] | undefined;
