import { createActor, type InspectionEvent } from 'xstate';
import type { appMachine, ChartId, ChartSnapshot } from '../../../machines/app/app.machine.ts';
import type { Caller } from '../../../machines/model/user.ts';
import { withPorts } from '../../../machines/port-actors.ts';
import type { AppPorts } from '../../../machines/ports/app-ports.ts';
import { sessionCaller } from '../../../src/app/session-caller.ts';
import { SteadyClock } from '../steady-clock.ts';
import { type Asked, openPorts } from './open-ports.ts';
import { newWorld } from './simulated-world.ts';
import type { SimulatedWorld } from './world.ts';

export type AppMachine = typeof appMachine;

/** The charts between two steps, with no work in progress. */
export type Scene = {
  of: <Id extends ChartId>(id: Id) => ChartSnapshot<Id> | undefined;
  world: SimulatedWorld;
  /** tokens with which calls were sent after the visitor had signed out */
  tokensAfterSignOut: readonly string[];
};

/** The real charts, running together. Their calls stay open until a walk answers them. */
export type Together = Asked & {
  scene: Scene;
  /** for charts whose code loads later */
  ports: AppPorts;
  clock: SteadyClock;
  send: (id: ChartId, event: { type: string }) => void;
  stop: () => void;
};

export const startTogether = (machine: AppMachine): Together => {
  const clock = new SteadyClock();
  const tokensAfterSignOut: string[] = [];
  let isSignedOut = false;
  const caller = async (): Promise<Caller> => {
    const wasSignedOut = isSignedOut;
    const who = await sessionCaller(root);
    if (wasSignedOut && who.kind === 'user') tokensAfterSignOut.push(who.token);
    return who;
  };
  const { ports, ...asked } = openPorts(caller);
  const refOf = (id: ChartId) => (id === 'app' ? root : root.system.get(id));
  const of = ((id: ChartId) => refOf(id)?.getSnapshot()) as Scene['of'];
  const inspect = (event: InspectionEvent): void => {
    // on the account page, events about sessions on other devices also begin with `session.`
    if (event.type !== '@xstate.event' || event.actorRef !== refOf('session')) return;
    const { type, kept } = event.event;
    // before the cookies are read, no user is signed in
    if (!/^session\.|^signOut\./.test(type) || !of('session')?.matches('known')) return;
    isSignedOut = type !== 'session.begun' && (type !== 'session.elsewhere' || kept === null);
  };
  const root = createActor(withPorts(machine, ports), {
    id: 'app',
    systemId: 'app',
    clock,
    inspect,
    input: { path: '/', messages: {} },
  });
  root.start();
  return {
    ...asked,
    scene: { of, world: newWorld(), tokensAfterSignOut },
    ports,
    clock,
    send: (id, event) => refOf(id)?.send(event),
    stop: () => root.stop(),
  };
};
