import {
  type AnyActorLogic,
  type AnyActorRef,
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type PromiseActorLogic,
  StateMachine,
} from 'xstate';
import type { CallRefused, CallRejected, CoreRejected } from './app/app.types.ts';
import { isCoreRejected } from './model/task-record.ts';
import type { AppPorts, LatePorts } from './ports/app-ports.ts';
import type { PortCall, PortSink, PortStream } from './ports/port.ts';
import { failureOf, PortError, type PortFailure } from './ports/port-failure.ts';

/** A call without an input fails like any other call. */
const withoutInput = (): PortError =>
  new PortError({ reason: 'unexpected', msg: 'Called without its input' });

/** A port's call as the logic of an invoked actor; leaving the state aborts its signal. */
export const callActor = <Input, Output>(
  call: PortCall<Input, Output>,
): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(({ input, signal }) =>
    input === null ? Promise.reject(withoutInput()) : call(input, signal),
  );

type System = { get: (systemId: string) => AnyActorRef | undefined };

/** Codes whose message the chart's own screen shows: they are logged and get no toast (R40). */
type Said<Input> = readonly string[] | ((input: Input) => readonly string[]);

const reportRefusal = (system: System, failure: PortFailure, said: readonly string[]): void => {
  if (failure.code === undefined) return;
  const isSaid = said.includes(failure.code);
  system.get('app')?.send({ type: 'call.refused', failure, isSaid } satisfies CallRefused);
};

const reportAnswer = (system: System, answer: unknown): void => {
  if (!isCoreRejected(answer)) return;
  const event: CoreRejected = { type: 'core.rejected', recordId: answer.id };
  system.get('app')?.send(event);
};

/**
 * As `callActor`, but reports every refusal (R36 to R40) and every photo rejected by the core (R35) to the
 * root, for every chart. The chart handles its answer first.
 */
const reportingActor =
  <Input>(said: Said<Input>) =>
  (call: PortCall<Input, unknown>): PromiseActorLogic<unknown, Input> =>
    fromPromise<unknown, Input>(({ input, signal, system }) => {
      if (input === null) return Promise.reject(withoutInput());
      const asked = call(input, signal);
      void asked.then(
        async (answer) => {
          await null;
          reportAnswer(system, answer);
        },
        async (error: unknown) => {
          await null;
          const codes = typeof said === 'function' ? said(input) : said;
          reportRefusal(system, failureOf(error), codes);
        },
      );
      return asked;
    });

/** A port's stream as the logic of an invoked actor; emitted events are sent to the chart. */
const streamActor = <Input, Event extends { type: string }>(
  stream: PortStream<Input, Event>,
): CallbackActorLogic<EventObject, Input> =>
  fromCallback<EventObject, Input>(({ input, sendBack, system }) => {
    if (input === null) throw withoutInput();
    return stream(input, (event) => {
      sendBack(event);
      if ('failure' in event) reportRefusal(system, failureOf(event.failure), []);
    });
  });

const sinkActor = <Message extends { type: string }>(
  sink: PortSink<Message>,
): CallbackActorLogic<Message, undefined> =>
  fromCallback<Message, undefined>(({ receive, system }) =>
    receive((message) => sink(message, (failure) => reportRefusal(system, failure, []))),
  );

type CallLogic<Port, Lost = never> =
  Port extends PortCall<infer Input, infer Output>
    ? PromiseActorLogic<Output, Input | Lost>
    : never;

type StreamLogic<Port, Lost = never> =
  Port extends PortStream<infer Input, { type: string }>
    ? CallbackActorLogic<EventObject, Input | Lost>
    : never;

type SinkLogic<Port> =
  Port extends PortSink<infer Message> ? CallbackActorLogic<Message, undefined> : never;

type NamesIn<Ports, Method> = {
  [Name in keyof Ports]: Ports[Name] extends Method ? Name : never;
}[keyof Ports];

type Ports = AppPorts & LatePorts;

/** Names of the port methods of this type. */
type NameOf<Method> = {
  [Group in keyof Ports]: NamesIn<Ports[Group], Method>;
}[keyof Ports];

type Body = (...args: never[]) => unknown;
type Bodies = ReadonlyMap<string, Body>;

/** Placeholders for port methods, each with the function that makes an actor of its method. */
const needs = new WeakMap<
  AnyActorLogic,
  { name: string; actorOf: (body: Body) => AnyActorLogic }
>();

const missing = (name: string): PortError =>
  new PortError({ reason: 'unexpected', msg: `No port is provided for ${name}` });

const needed = <Logic extends AnyActorLogic>(
  name: string,
  logic: AnyActorLogic,
  actorOf: (body: never) => AnyActorLogic,
): Logic => {
  needs.set(logic, { name, actorOf: actorOf as (body: Body) => AnyActorLogic });
  return logic as Logic;
};

type InputOf<Call> = Call extends PortCall<infer Input, unknown> ? Input : never;

/**
 * Placeholder in a chart for a call that `withPorts` provides; rejects if it was not provided.
 * @param said codes whose message the chart's own screen shows
 */
export const neededCall = <Call>(
  name: NameOf<Call> & string,
  said: Said<InputOf<Call>> = [],
): CallLogic<Call> =>
  needed(
    name,
    callActor(() => Promise.reject(missing(name))),
    reportingActor(said),
  );

/**
 * The same for a call whose input comes from earlier states. If it is missing, the chart passes null and the
 * call fails, so that its `onError` also covers this case.
 */
export const neededCallOrFail = <Call>(
  name: NameOf<Call> & string,
  said: Said<InputOf<Call>> = [],
): CallLogic<Call, null> => neededCall<Call>(name, said) as unknown as CallLogic<Call, null>;

/** Placeholder in a chart for a stream that `withPorts` provides; throws if it was not provided. */
export const neededStream = <Stream>(name: NameOf<Stream> & string): StreamLogic<Stream> =>
  needed(
    name,
    streamActor(() => {
      throw missing(name);
    }),
    streamActor,
  );

/** As `neededCallOrFail`, for a stream. */
export const neededStreamOrFail = <Stream>(
  name: NameOf<Stream> & string,
): StreamLogic<Stream, null> => neededStream<Stream>(name) as unknown as StreamLogic<Stream, null>;

/** Placeholder in a chart for a sink that `withPorts` provides; throws if it was not provided. */
export const neededSink = <Sink>(name: NameOf<Sink> & string): SinkLogic<Sink> =>
  needed(
    name,
    sinkActor(() => {
      throw missing(name);
    }),
    sinkActor,
  );

/** All methods by name. @throws if two ports have a method with the same name */
const bodiesOf = (ports: Partial<Ports>): Bodies => {
  const methods = Object.values(ports).flatMap((port) => Object.entries<Body>(port));
  const names = methods.map(([name]) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`More than one port has a method ${twice.join(', ')}.`);
  return new Map(methods);
};

const filled = (logic: AnyActorLogic, bodies: Bodies): AnyActorLogic => {
  const need = needs.get(logic);
  if (need) {
    const body = bodies.get(need.name);
    if (!body) throw new Error(`No port has a method ${need.name}.`);
    return need.actorOf(body);
  }
  if (!(logic instanceof StateMachine)) return logic;
  const actors = Object.entries(logic.implementations.actors as Record<string, AnyActorLogic>);
  return logic.provide({
    actors: Object.fromEntries(actors.map(([name, actor]) => [name, filled(actor, bodies)])),
  });
};

/** The chart with every port provided, including those of the charts that it starts. */
export const withPorts = <Machine extends AnyActorLogic>(
  machine: Machine,
  ports: AppPorts | Partial<LatePorts>,
): Machine => filled(machine, bodiesOf(ports)) as Machine;

/** Parameters of an action or guard on `onError`: the error as a plain failure. */
export const failed = ({ event }: { event: { error: unknown } }): { failure: PortFailure } => ({
  failure: failureOf(event.error),
});

/** A failed call, for the root; `fallback` is the message if the root has none of its own. */
export const rejected =
  (fallback?: 'toast.removalFailed' | 'toast.cancelFailed' | 'toast.orderFailed') =>
  (_: unknown, { failure }: { failure: PortFailure }): CallRejected => ({
    type: 'call.rejected',
    failure,
    ...(fallback ? { fallback } : {}),
  });
