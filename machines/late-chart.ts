import {
  type Actor,
  type AnyActorRef,
  type AnyStateMachine,
  createActor,
  fromCallback,
} from 'xstate';

/**
 * The parent of charts that load after the page. Unlike the root, this parent ignores a crash of
 * its child.
 */
const host = fromCallback(() => {});

/**
 * Starts a chart that loads after the page. The chart belongs to the page's actor system, so that
 * tools show the chart.
 */
export function startLate<Machine extends AnyStateMachine>(
  machine: Machine,
  id: string,
  root: AnyActorRef,
): Actor<Machine> {
  const parent = createActor(host, { id: `${id}Host`, parent: root }).start();
  const chart = createActor(machine as AnyStateMachine, { id, systemId: id, parent });
  return chart.start() as Actor<Machine>;
}
