import type { Actor, AnyActorRef, EventFromLogic, SnapshotFrom } from 'xstate';
import type { appMachine } from '../../machines/app/app.machine.ts';
import type { dialogsMachine } from '../../machines/dialogs/dialogs.machine.ts';
import type { languageMachine } from '../../machines/language/language.machine.ts';
import type { overlayMachine } from '../../machines/overlay/overlay.machine.ts';
import type { recordsMachine } from '../../machines/records/records.machine.ts';
import type { resultMachine } from '../../machines/result/result.machine.ts';
import type { sessionMachine } from '../../machines/session/session.machine.ts';
import type { taskMachine } from '../../machines/task/task.machine.ts';
import type { toastMachine } from '../../machines/toast/toast.machine.ts';

/** The charts by their systemId. `records` and `result` run while their page is on screen. */
type Charts = {
  app: typeof appMachine;
  dialogs: typeof dialogsMachine;
  language: typeof languageMachine;
  overlay: typeof overlayMachine;
  records: typeof recordsMachine;
  result: typeof resultMachine;
  session: typeof sessionMachine;
  task: typeof taskMachine;
  toast: typeof toastMachine;
};

export type ChartId = keyof Charts;
export type ChartSnapshot<Id extends ChartId> = SnapshotFrom<Charts[Id]>;
export type ChartEvent<Id extends ChartId> = EventFromLogic<Charts[Id]>;

/** The running chart of that id; `undefined` while it does not run. */
export function findChart<Id extends ChartId>(
  root: AnyActorRef,
  systemId: Id,
): Actor<Charts[Id]> | undefined {
  return root.system.get(systemId) as Actor<Charts[Id]> | undefined;
}
