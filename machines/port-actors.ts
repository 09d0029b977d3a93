import {
  type AnyActorLogic,
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type PromiseActorLogic,
  StateMachine,
} from 'xstate';
import type { AppPorts } from './ports/app-ports.ts';
import type { PortCall, PortSink, PortStream } from './ports/port.ts';
import { failureOf, PortError, type PortFailure } from './ports/port-failure.ts';

/** A call for which a chart had no input fails like any other call. */
const withoutInput = (): PortError =>
  new PortError({ reason: 'unexpected', msg: 'Called without its input' });

/** A port's question as the logic of an invoked actor; leaving the state aborts its signal. */
export const callActor = <Input, Output>(
  call: PortCall<Input, Output>,
): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(({ input, signal }) =>
    input === null ? Promise.reject(withoutInput()) : call(input, signal),
  );

/** A port's stream as the logic of an invoked actor; what it emits reaches the chart. */
const streamActor = <Input, Event extends { type: string }>(
  stream: PortStream<Input, Event>,
): CallbackActorLogic<EventObject, Input> =>
  fromCallback<EventObject, Input>(({ input, sendBack }) => {
    if (input === null) throw withoutInput();
    return stream(input, sendBack);
  });

const sinkActor = <Message extends { type: string }>(
  sink: PortSink<Message>,
): CallbackActorLogic<Message, undefined> =>
  fromCallback<Message, undefined>(({ receive }) => receive(sink));

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

/** Under which names the ports have a method of this type. */
type NameOf<Method> = {
  [Group in keyof AppPorts]: NamesIn<AppPorts[Group], Method>;
}[keyof AppPorts];

type Body = (...args: never[]) => unknown;
type Bodies = ReadonlyMap<string, Body>;

/** What stands in a chart for a method of a port, with how to make an actor of the method. */
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

/** Stands in a chart for a question that `withPorts` puts in; rejects when nobody did. */
export const neededCall = <Call>(name: NameOf<Call> & string): CallLogic<Call> =>
  needed(
    name,
    callActor(() => Promise.reject(missing(name))),
    callActor,
  );

/**
 * The same for a call made with what earlier states have brought. Where they have not, the chart
 * gives null and the call fails, so that its `onError` covers that, too.
 */
export const neededCallOrFail = <Call>(name: NameOf<Call> & string): CallLogic<Call, null> =>
  neededCall<Call>(name) as unknown as CallLogic<Call, null>;

/** Stands in a chart for a stream that `withPorts` puts in; throws when nobody did. */
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

/** Stands in a chart for a sink that `withPorts` puts in; throws when nobody did. */
export const neededSink = <Sink>(name: NameOf<Sink> & string): SinkLogic<Sink> =>
  needed(
    name,
    sinkActor(() => {
      throw missing(name);
    }),
    sinkActor,
  );

/** All methods by name. @throws when two ports have one of the same name */
const bodiesOf = (ports: AppPorts): Bodies => {
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

/** The chart with every port put in, its own and those of the charts that it starts. */
export const withPorts = <Machine extends AnyActorLogic>(
  machine: Machine,
  ports: AppPorts,
): Machine => filled(machine, bodiesOf(ports)) as Machine;

/** Parameters of an action or guard on `onError`: what went wrong as a plain failure. */
export const failed = ({ event }: { event: { error: unknown } }): { failure: PortFailure } => ({
  failure: failureOf(event.error),
});
