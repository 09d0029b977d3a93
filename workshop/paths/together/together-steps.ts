import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { ChartId } from '../../../machines/app/app.machine.ts';
import type { AppEvent } from '../../../machines/app/app.types.ts';
import { dialogKinds } from '../../../machines/app/children.derived.ts';
import { isUnderWay } from '../../../machines/model/task-record.ts';
import { withPorts } from '../../../machines/port-actors.ts';
import type { UploadEvent } from '../../../machines/ports/task.port.ts';
import { memberSession } from '../../../machines/testing/samples.ts';
import { charts } from '../charts.ts';
import { peopleSteps } from '../legal-steps.ts';
import type { Question, StreamEvent } from './open-ports.ts';
import { moved, outcomesOf } from './simulated-world.ts';
import type { Scene, Together } from './together.ts';

/** A possible next step. `says` names it in a reported walk. */
export type Possible = { says: string; act: () => void };

const studio: readonly ChartId[] = ['studio', 'runs', 'regionFinder'];
const pages: readonly ChartId[] = ['records', 'result', 'account', 'subscription'];
const everywhere: readonly ChartId[] = [
  ...(['app', 'toast', 'language', 'overlay', 'session', 'purchase'] as const),
];
const onOverlay = ['cancel.pressed', 'retry.pressed'];

/** The charts whose controls can be used now. An open dialog or overlay blocks all others. */
const inReach = ({ of }: Scene): [ChartId, (event: string) => boolean][] => {
  const all = () => true;
  const dialog = dialogKinds.find((kind) => of(kind));
  if (dialog) return [[dialog, all]];
  if (of('overlay')?.matches({ open: { sight: 'shown' } })) {
    return [
      ['overlay', all],
      ['runs', (event) => onOverlay.includes(event)],
    ];
  }
  const isHome = of('app')?.context.shown.name === 'home';
  return [...everywhere, ...(isHome ? studio : pages)].map((id) => [id, all]);
};

const people = ({ scene, send }: Together): Possible[] =>
  inReach(scene).flatMap(([id, isShown]): Possible[] => {
    const [snapshot, model] = [scene.of(id) as AnyMachineSnapshot | undefined, charts[id]];
    if (snapshot?.status !== 'active' || !model) return [];
    return peopleSteps(model, snapshot)
      .filter(({ event }) => isShown(event.type))
      .map(({ says, event }) => ({ says: `${id}: ${says}`, act: () => send(id, event) }));
  });

const emit = ({ streams }: Together, call: string, event: StreamEvent): void => {
  for (const stream of streams) if (stream.call === call) stream.emit(event);
};

const answer = (together: Together, question: Question, outcome: () => unknown): void => {
  together.questions.delete(question);
  try {
    const output = outcome();
    question.resolve(
      question.call === 'loadDialog'
        ? withPorts(output as AnyStateMachine, together.ports)
        : output,
    );
  } catch (thrown) {
    question.reject(thrown);
    return;
  }
  if (question.call !== 'navigate') return;
  const changed: AppEvent = {
    type: 'location.changed',
    path: String(question.input.to),
    move: 'pushed',
  };
  emit(together, 'watchLocation', changed);
};

/** The possible answers to the open calls. The first answer of each call is its success. */
const answers = (together: Together, goWell: boolean): Possible[] =>
  [...together.questions].flatMap((question) =>
    Object.entries(outcomesOf(together.scene.world, question))
      .filter((_, index) => (index === 0) === goWell)
      .map(([says, outcome]) => ({
        says: `${question.call}: ${says}`,
        act: () => answer(together, question, outcome),
      })),
  );

const uploads = ({ streams }: Together, says: string, event: UploadEvent): Possible[] =>
  [...streams]
    .filter(({ call }) => call === 'upload')
    .map((stream) => ({ says, act: () => stream.emit(event) }));

/** Numbers steps with equal names, because two calls of one name may be open at once. */
const numbered = (possible: readonly Possible[]): Possible[] => {
  const counts = new Map<string, number>();
  return possible.map(({ says, act }) => {
    const count = (counts.get(says) ?? 0) + 1;
    counts.set(says, count);
    return { says: count === 1 ? says : `${says} (${count})`, act };
  });
};

const tasks = ({ scene: { world } }: Together): Possible[] =>
  world.records.filter(isUnderWay).flatMap(({ id, dealStatus }): Possible[] =>
    ([1, 2, 4] as const)
      .filter((status) => status > dealStatus)
      .map((status) => ({
        says: `${id} gets the status ${status}`,
        act: () => moved(world, id, { dealStatus: status }),
      })),
  );

const goTo = ({ send }: Together, says: string, to: string): Possible => {
  const event: AppEvent = { type: 'navigation.requested', to };
  return { says, act: () => send('app', event) };
};

const news = (together: Together): Possible[] => {
  const { world } = together.scene;
  return [
    ...tasks(together),
    ...world.records.map(({ id }) => goTo(together, `the visitor opens ${id}`, `/result/${id}`)),
    goTo(together, 'the visitor goes home', '/'),
    goTo(together, 'the visitor opens the account', '/account'),
    goTo(together, 'the visitor opens the page of the plan', '/manage-membership-plan'),
    ...[...together.streams]
      .filter(({ call }) => call === 'watchBack')
      .slice(-1)
      .map((top) => ({
        says: 'the visitor goes back from what lies over the page',
        act: () => top.emit({ type: 'back.pressed' }),
      })),
    {
      says: 'another tab signs in',
      act: () => {
        world.token = memberSession.token;
        emit(together, 'watchSession', {
          type: 'session.elsewhere',
          kept: memberSession,
          ended: null,
        });
      },
    },
    {
      says: 'another tab signs out',
      act: () => {
        world.token = null;
        emit(together, 'watchSession', {
          type: 'session.elsewhere',
          kept: null,
          ended: null,
        });
      },
    },
    {
      says: 'the server ends the session',
      act: () => {
        world.token = null;
      },
    },
    {
      says: world.isOnline ? 'the connection is lost' : 'the connection is back',
      act: () => {
        world.isOnline = !world.isOnline;
        const type = world.isOnline ? 'connection.restored' : 'connection.lost';
        emit(together, 'watchConnection', { type });
      },
    },
  ];
};

const waits = [1000, 10_000, 70_000];

/** Groups of steps: people, successful answers, other answers, news, and time. */
export const possibleIn = (together: Together): Possible[][] => [
  people(together),
  numbered([
    ...answers(together, true),
    ...uploads(together, 'the upload arrives', { type: 'upload.completed' }),
  ]),
  numbered([
    ...answers(together, false),
    ...uploads(together, 'the upload fails', {
      type: 'upload.failed',
      failure: { reason: 'offline' },
    }),
  ]),
  news(together),
  waits.map((ms) => ({
    says: `${ms / 1000} s pass`,
    act: () => together.clock.advance(ms),
  })),
];
