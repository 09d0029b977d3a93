import {
  type Actor,
  type AnyActorRef,
  type AnyStateMachine,
  createActor,
  fromCallback,
} from 'xstate';

/** The root would stop if an unexpected child crashed; this parent ignores the crash. */
const host = fromCallback(() => {});

/** Runs a chart that loads after the page among the page's charts, so that tools show it there. */
export function startLate<Machine extends AnyStateMachine>(
  machine: Machine,
  id: string,
  root: AnyActorRef,
): Actor<Machine> {
  const parent = createActor(host, { id: `${id}Host`, parent: root }).start();
  const chart = createActor(machine as AnyStateMachine, { id, systemId: id, parent });
  return chart.start() as Actor<Machine>;
}
