import type { Actor, AnyStateMachine, EventFromLogic, SimulatedClock, SnapshotFrom } from 'xstate';
import type { ChartId } from '../app/app.machine.ts';
import { withPorts } from '../port-actors.ts';
import { createStudioPorts, type StudioAnswers } from './studio-ports.ts';
import { settle, startAmongOthers } from './test-system.ts';

/** Starts a chart under its systemId, with ports that give these answers. */
export function startWithStudioPorts<Machine extends AnyStateMachine>(
  id: ChartId,
  machine: Machine,
  { clock, ...answers }: StudioAnswers & { clock?: SimulatedClock },
) {
  const world = createStudioPorts(answers);
  const logic = withPorts(machine, world.ports);
  const { root, told } = startAmongOthers(id, logic, clock ? { clock } : {});
  const actor = root.system.get(id) as Actor<Machine>;
  return {
    ...world,
    told,
    send: async (event: EventFromLogic<Machine>) => {
      actor.send(event);
      await settle();
    },
    now: () => actor.getSnapshot() as SnapshotFrom<Machine>,
  };
}
