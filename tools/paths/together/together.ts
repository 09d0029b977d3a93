import { type AnyMachineSnapshot, createActor, type InspectionEvent } from 'xstate';
import type { appMachine, ChartId, ChartSnapshot } from '../../../machines/app/app.machine.ts';
import { isUnderWay } from '../../../machines/model/task-record.ts';
import type { Caller } from '../../../machines/model/user.ts';
import { withPorts } from '../../../machines/port-actors.ts';
import { sessionCaller } from '../../../src/app/session-caller.ts';
import { charts } from '../charts.ts';
import { peopleSteps } from '../legal-steps.ts';
import { SteadyClock } from '../steady-clock.ts';
import { openPorts, type Question } from './open-ports.ts';
import { moved, newWorld, outcomesOf, type SimulatedWorld } from './simulated-world.ts';

export type AppMachine = typeof appMachine;

/** All charts at rest between two steps. */
export type Scene = {
  of: <Id extends ChartId>(id: Id) => ChartSnapshot<Id> | undefined;
  world: SimulatedWorld;
  /** calls that carried a token although the visitor had signed out before they were made */
  tokensAfterSignOut: readonly string[];
};

/** Something that may happen next; `says` names it in a walk that is told. */
export type Possible = { says: string; act: () => void };

/** The real charts together, in a world that answers when a walk says so. */
export type Together = {
  scene: Scene;
  /** what people do, what goes well, what goes otherwise, news, time; none of a kind is an empty list */
  possible: () => Possible[][];
  stop: () => void;
};

/** What the visitor sees and can use, where charts share the screen. */
const studio: readonly ChartId[] = ['tray', 'regionFinder'];
const pages: readonly ChartId[] = ['records', 'result'];
const everywhere: readonly ChartId[] = ['app', 'toast', 'language', 'overlay'];
const belowOverlay = ['cancel.pressed', 'retry.pressed'];

const usable = ({ of }: Scene): [ChartId, (event: string) => boolean][] => {
  const all = () => true;
  if (of('messageBox')) return [['messageBox', all]];
  if (of('overlay')?.matches({ open: { sight: 'shown' } })) {
    return [
      ['overlay', all],
      ['tray', (event) => belowOverlay.includes(event)],
    ];
  }
  const isHome = of('app')?.context.shown.name === 'home';
  return [...everywhere, ...(isHome ? studio : pages)].map((id) => [id, all]);
};

const peopleIn = (scene: Scene, send: (id: ChartId, event: { type: string }) => void) =>
  usable(scene).flatMap(([id, isShown]): Possible[] => {
    const [snapshot, model] = [scene.of(id) as AnyMachineSnapshot | undefined, charts[id]];
    if (snapshot?.status !== 'active' || !model) return [];
    return peopleSteps(model, snapshot)
      .filter(({ event }) => isShown(event.type))
      .map(({ says, event }) => ({ says: `${id}: ${says}`, act: () => send(id, event) }));
  });

/** Two calls of one name may be open at once. */
const withNumbers = (possible: readonly Possible[]): Possible[] => {
  const counts = new Map<string, number>();
  return possible.map(({ says, act }) => {
    const count = (counts.get(says) ?? 0) + 1;
    counts.set(says, count);
    return { says: count === 1 ? says : `${says} (${count})`, act };
  });
};

const waits = [1000, 10_000, 70_000];

const settleQuestion = (question: Question, outcome: () => unknown): boolean => {
  try {
    question.resolve(outcome());
    return true;
  } catch (thrown) {
    question.reject(thrown);
    return false;
  }
};

export const startTogether = (machine: AppMachine): Together => {
  const clock = new SteadyClock();
  const world = newWorld();
  const tokensAfterSignOut: string[] = [];
  let isSignedOut = false;
  let isOnline = true;
  const caller = async (): Promise<Caller> => {
    const wasSignedOut = isSignedOut;
    const who = await sessionCaller(root);
    if (wasSignedOut && who.kind === 'user') tokensAfterSignOut.push(who.token);
    return who;
  };
  const { ports, questions, streams } = openPorts(caller);
  const inspect = (event: InspectionEvent): void => {
    const isAboutSession =
      event.type === '@xstate.event' && event.actorRef === root.system.get('session');
    if (!isAboutSession || event.event.type !== 'session.cleared') return;
    isSignedOut ||= scene.of('session')?.matches('known') === true;
  };
  const root = createActor(withPorts(machine, ports), {
    ...{ id: 'app', systemId: 'app', clock, inspect },
    input: { path: '/', messages: {} },
  });
  const of = (id: ChartId) => (id === 'app' ? root : root.system.get(id))?.getSnapshot();
  const scene: Scene = { of: of as Scene['of'], world, tokensAfterSignOut };
  const send = (id: ChartId, event: { type: string }) => {
    (id === 'app' ? root : root.system.get(id))?.send(event as never);
  };
  const emit = (call: string, event: { type: string }): void => {
    for (const stream of streams) if (stream.call === call) stream.emit(event);
  };
  /** the first outcome of a call is that it goes well */
  const answers = (goWell: boolean): Possible[] =>
    [...questions].flatMap((question) =>
      Object.entries(outcomesOf(world, question))
        .filter((_, index) => (index === 0) === goWell)
        .map(([says, outcome]) => ({
          says: `${question.call}: ${says}`,
          act: () => {
            questions.delete(question);
            const isDone = settleQuestion(question, outcome);
            if (question.call !== 'navigate' || !isDone) return;
            const path = String(question.input.to);
            emit('watchLocation', { type: 'location.changed', path, move: 'pushed' } as never);
          },
        })),
    );
  const uploads = (says: string, event: { type: string }): Possible[] =>
    [...streams]
      .filter(({ call }) => call === 'upload')
      .map((stream) => ({ says, act: () => stream.emit(event) }));
  const failedUpload = { type: 'upload.failed', failure: { reason: 'offline' } };
  const news = (): Possible[] => [
    ...world.records.filter(isUnderWay).flatMap(({ id, dealStatus }): Possible[] =>
      ([1, 2, 4] as const)
        .filter((status) => status > dealStatus)
        .map((status) => ({
          says: `${id} gets the status ${status}`,
          act: () => moved(world, id, { dealStatus: status }),
        })),
    ),
    ...world.records.map(({ id }) => ({
      says: `the visitor opens ${id}`,
      act: () => send('app', { type: 'navigation.requested', to: `/result/${id}` } as never),
    })),
    {
      says: 'the visitor goes home',
      act: () => send('app', { type: 'navigation.requested', to: '/' } as never),
    },
    { says: 'the visitor signs out', act: () => send('session', { type: 'session.cleared' }) },
    {
      says: 'the server ends the session',
      act: () => {
        world.token = null;
      },
    },
    {
      says: isOnline ? 'the connection is lost' : 'the connection is back',
      act: () => {
        isOnline = !isOnline;
        emit('watchConnection', {
          type: isOnline ? 'connection.restored' : 'connection.lost',
        });
      },
    },
  ];
  const time = waits.map((ms) => ({ says: `${ms / 1000} s pass`, act: () => clock.advance(ms) }));
  root.start();
  return {
    scene,
    possible: () => [
      peopleIn(scene, send),
      withNumbers([
        ...answers(true),
        ...uploads('the upload arrives', { type: 'upload.completed' }),
      ]),
      withNumbers([...answers(false), ...uploads('the upload fails', failedUpload)]),
      news(),
      time,
    ],
    stop: () => root.stop(),
  };
};
