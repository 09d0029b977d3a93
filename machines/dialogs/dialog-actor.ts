import type { ActorLogic, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { DialogStart } from './dialogs.types.ts';

/** Runs the chart in its input, because a dialog's chart is unknown before it is loaded. */
export const dialogActor: ActorLogic<AnyMachineSnapshot, AnyEventObject, DialogStart> = {
  getInitialSnapshot: (scope, { chart, input }) =>
    chart.getInitialSnapshot(scope, input) as AnyMachineSnapshot,
  start: (snapshot) => snapshot.machine.start(snapshot),
  transition: (snapshot, event, scope) => snapshot.machine.transition(snapshot, event, scope),
  getPersistedSnapshot: (snapshot) => snapshot.machine.getPersistedSnapshot(snapshot),
};
