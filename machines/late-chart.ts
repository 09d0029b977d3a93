import {
  type Actor,
  type AnyActorRef,
  type AnyStateMachine,
  createActor,
  fromCallback,
} from 'xstate';

/** The parent of late charts. Unlike the root, this parent ignores a child's crash. */
const host = fromCallback(() => {});

/**
 * Starts a chart that loads after the page. The chart shares the page's actor system, so that tools
 * show it.
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
