import {
  type ActorRefFrom,
  type AnyActorLogic,
  type AnyActorRef,
  createActor,
  createMachine,
  fromCallback,
  type SimulatedClock,
} from 'xstate';
import type { ChartId, ChartMachines } from '../app/app.machine.ts';
import { childIds } from '../app/children.derived.ts';
import type { ChartEvents } from '../charts.ts';

type Listener = keyof ChartEvents;
type Heard = { to: Listener; event: unknown };

const listeners = ['app', ...childIds] as readonly Listener[];

type System = { get: (systemId: string) => AnyActorRef | undefined };

export type ChartRef<Id extends ChartId> = ActorRefFrom<ChartMachines[Id]>;

/**
 * Returns a chart of a running system with its snapshot, or undefined if the chart is not running.
 */
export const chartRef = <Id extends ChartId>(system: System, id: Id): ChartRef<Id> | undefined =>
  system.get(id) as ChartRef<Id> | undefined;

/**
 * Starts a chart under its systemId for tests. Fakes replace all other charts and record the events
 * that they receive.
 */
export const startAmongOthers = <Logic extends AnyActorLogic>(
  id: Listener,
  logic: Logic,
  /** `dialogs`: the open dialogs. `beside`: systemIds of charts that run without a fake. */
  options: {
    input?: unknown;
    clock?: SimulatedClock;
    dialogs?: readonly Listener[];
    beside?: Partial<Record<Listener, AnyActorLogic>>;
  } = {},
) => {
  const heard: Heard[] = [];
  const listener = (to: Listener) =>
    fromCallback(({ receive }) => receive((event) => heard.push({ to, event })));
  const stage = createMachine({
    invoke: [
      ...[...listeners, ...(options.dialogs ?? [])]
        .filter((other) => other !== id)
        .map((other) => ({
          id: other,
          systemId: other,
          src: options.beside?.[other] ?? listener(other),
        })),
      { id, systemId: id, src: logic, input: options.input as never },
    ],
  });
  const root = createActor(stage, options.clock ? { clock: options.clock } : {}).start();
  // omits refusals, because the port layer reports them itself (src/app/refusals.test.ts)
  const told = (to: Listener): unknown[] =>
    heard.flatMap(({ to: listener, event }) =>
      listener === to && (event as { type: string }).type !== 'call.refused' ? [event] : [],
    );
  return { root, told };
};

/** Waits until the charts have handled all promises that are settled. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** Returns a promise that the test settles, to check the order of events. */
export const deferred = <Value>() => {
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  return { promise, resolve, reject };
};
