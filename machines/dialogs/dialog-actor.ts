import type { ActorLogic, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { DialogStart } from './dialogs.types.ts';

/**
 * Runs the chart that is passed as input. The dialogs chart cannot name this chart in its setup,
 * because a dialog's code is loaded later.
 */
export const dialogActor: ActorLogic<AnyMachineSnapshot, AnyEventObject, DialogStart> = {
  getInitialSnapshot: (scope, { chart, input }) =>
    chart.getInitialSnapshot(scope, input) as AnyMachineSnapshot,
  start: (snapshot) => snapshot.machine.start(snapshot),
  transition: (snapshot, event, scope) => snapshot.machine.transition(snapshot, event, scope),
  getPersistedSnapshot: (snapshot) => snapshot.machine.getPersistedSnapshot(snapshot),
};
