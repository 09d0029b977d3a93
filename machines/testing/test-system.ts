import {
  type AnyActorLogic,
  createActor,
  createMachine,
  fromCallback,
  type SimulatedClock,
} from 'xstate';
import type { ChartEvents } from '../charts.ts';

type ChartId = keyof ChartEvents;
type Heard = { to: ChartId; event: unknown };

const others: readonly ChartId[] = [
  'app',
  'language',
  'session',
  'overlay',
  'toast',
  'debugConsole',
  'dialogs',
  'task',
  'records',
  'result',
];

/**
 * For tests: one chart under its systemId among listeners that stand for all other charts and
 * write down what they are told.
 */
export const startAmongOthers = <Logic extends AnyActorLogic>(
  id: ChartId,
  logic: Logic,
  options: { input?: unknown; clock?: SimulatedClock } = {},
) => {
  const heard: Heard[] = [];
  const listener = (to: ChartId) =>
    fromCallback(({ receive }) => receive((event) => heard.push({ to, event })));
  const stage = createMachine({
    invoke: [
      ...others
        .filter((other) => other !== id)
        .map((other) => ({ id: other, systemId: other, src: listener(other) })),
      { id, systemId: id, src: logic, input: options.input as never },
    ],
  });
  const root = createActor(stage, options.clock ? { clock: options.clock } : {}).start();
  const told = (to: ChartId): unknown[] =>
    heard.flatMap((one) => (one.to === to ? [one.event] : []));
  return { root, told };
};

/** Lets settled promises reach their charts. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** A promise that a test keeps or breaks when it likes, to prove order. */
export const deferred = <Value>() => {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  return { promise, resolve, reject };
};
