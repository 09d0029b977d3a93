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
import type { OptionValues } from './model/functions.ts';
import { pictureOf } from './model/own-value.ts';
import { isCoreRejected } from './model/task-record.ts';
import type { AppPorts, LatePorts } from './ports/app-ports.ts';
import type { PortCall, PortSink, PortStream } from './ports/port.ts';
import { failureOf, PortError, type PortFailure } from './ports/port-failure.ts';

/** The input of a call as a chart passes it: null if an earlier state has not provided the data. */
type OrNull<Input> = undefined extends Input ? Input : Input | null;

const withoutInput = (): PortError =>
  new PortError({ reason: 'unexpected', msg: 'The input of the call is null' });

type System = { get: (systemId: string) => AnyActorRef | undefined };

/**
 * Error codes whose message the calling chart shows on its own screen. The root logs these codes
 * without a toast (R40).
 */
type Said<Input> = readonly string[] | ((input: Input) => readonly string[]);

const hasOptions = (input: unknown): input is { options: OptionValues } =>
  typeof input === 'object' &&
  input !== null &&
  'options' in input &&
  typeof input.options === 'object' &&
  input.options !== null;

const reportRefusal = (
  system: System,
  failure: PortFailure,
  said: readonly string[],
  input?: unknown,
): void => {
  if (failure.code === undefined) return;
  const isSaid = said.includes(failure.code);
  const fileKey = hasOptions(input) ? pictureOf(input.options) : null;
  const event: CallRefused = { type: 'call.refused', failure, isSaid };
  system.get('app')?.send(fileKey === null ? event : { ...event, fileKey });
};

const reportAnswer = (system: System, answer: unknown): void => {
  if (!isCoreRejected(answer)) return;
  const event: CoreRejected = { type: 'core.rejected', recordId: answer.id };
  system.get('app')?.send(event);
};

/**
 * Returns the logic of a call that reports to the root every refusal (R36 to R40) and every photo
 * that the core rejected (R35). The calling chart handles the answer before the root.
 */
const reportingActor =
  <Input>(said: Said<Input>) =>
  (call: PortCall<Input, unknown>): PromiseActorLogic<unknown, Input | null> =>
    fromPromise<unknown, Input | null>(({ input, signal, system }) => {
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
          reportRefusal(system, failureOf(error), codes, input);
        },
      );
      return asked;
    });

/**
 * Returns the logic of an invoked actor for a port's stream. The events of the stream are sent to
 * the chart.
 */
const streamActor = <Input, Event extends { type: string }>(
  stream: PortStream<Input, Event>,
): CallbackActorLogic<EventObject, Input | null> =>
  fromCallback<EventObject, Input | null>(({ input, sendBack, system }) => {
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

type LogicOf<Method> =
  Method extends PortCall<infer Input, infer Output>
    ? PromiseActorLogic<Output, OrNull<Input>>
    : Method extends PortStream<infer Input, { type: string }>
      ? CallbackActorLogic<EventObject, OrNull<Input>>
      : Method extends PortSink<infer Message>
        ? CallbackActorLogic<Message, undefined>
        : never;

type Methods<Call extends string, Stream extends string, Sink extends string> = {
  calls?: readonly Call[];
  streams?: readonly Stream[];
  sinks?: readonly Sink[];
  /** error codes by call, whose message the calling chart shows on its own screen */
  said?: { [Name in NoInfer<Call>]?: Said<never> };
};

type PortWith<Call extends string, Stream extends string, Sink extends string> = {
  [Name in Call]: PortCall<never, unknown>;
} & {
  [Name in Stream]: PortStream<never, { type: string }>;
} & {
  [Name in Sink]: PortSink<never>;
};

type Body = (...args: never[]) => unknown;
type Bodies = ReadonlyMap<string, Body>;
type Need = { name: string; actorOf: (body: Body) => AnyActorLogic };

/**
 * The port method that each placeholder actor stands for, with the function that creates the real
 * actor.
 */
const needs = new WeakMap<AnyActorLogic, Need>();

const missing = (name: string): PortError =>
  new PortError({ reason: 'unexpected', msg: `No port is provided for ${name}` });

const placeholder = (
  name: string,
  absent: Body,
  actorOf: (body: never) => AnyActorLogic,
): [string, AnyActorLogic] => {
  const need: Need = { name, actorOf: actorOf as (body: Body) => AnyActorLogic };
  const logic = need.actorOf(absent);
  needs.set(logic, need);
  return [name, logic];
};

/**
 * Returns placeholder actors for the methods of a port: `ports({ calls: ['createKey']
 * }).of<TaskPort>()`. `withPorts` replaces the placeholders. A placeholder that is not replaced
 * fails: a call rejects, and a stream or a sink throws. The names and the port type are passed in
 * separate calls, because TypeScript cannot infer both inside a `setup`.
 */
export const ports = <
  Call extends string = never,
  Stream extends string = never,
  Sink extends string = never,
>({
  calls = [],
  streams = [],
  sinks = [],
  said = {},
}: Methods<Call, Stream, Sink>) => ({
  of: <Port extends PortWith<Call, Stream, Sink>>() => {
    const rejects = (name: string) => () => Promise.reject(missing(name));
    const throws = (name: string) => () => {
      throw missing(name);
    };
    return Object.fromEntries([
      ...calls.map((name) => placeholder(name, rejects(name), reportingActor(said[name] ?? []))),
      ...streams.map((name) => placeholder(name, throws(name), streamActor)),
      ...sinks.map((name) => placeholder(name, throws(name), sinkActor)),
    ]) as { [Name in Call | Stream | Sink]: LogicOf<Port[Name]> };
  },
});

/** Returns all port methods by name. @throws if two ports have a method with the same name */
const bodiesOf = (given: AppPorts | Partial<LatePorts>): Bodies => {
  const methods = Object.values(given).flatMap((port) => Object.entries<Body>(port));
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

/**
 * Returns the chart with all its ports connected. The ports of all charts that this chart starts
 * are connected as well.
 */
export const withPorts = <Machine extends AnyActorLogic>(
  machine: Machine,
  given: AppPorts | Partial<LatePorts>,
): Machine => filled(machine, bodiesOf(given)) as Machine;

/** Returns the parameters of an action or guard on `onError`: the error as a plain failure. */
export const failed = ({ event }: { event: { error: unknown } }): { failure: PortFailure } => ({
  failure: failureOf(event.error),
});

/**
 * Returns an event that reports a failed call to the root. `fallback` is the message for a failure
 * without an error code.
 */
export const rejected =
  (
    fallback?:
      | 'toast.removalFailed'
      | 'toast.cancelFailed'
      | 'toast.orderFailed'
      | 'toast.continueFailed'
      | 'toast.savingFailed'
      | 'toast.shareFailed'
      | 'toast.copyFailed',
  ) =>
  (_: unknown, { failure }: { failure: PortFailure }): CallRejected => ({
    type: 'call.rejected',
    failure,
    ...(fallback ? { fallback } : {}),
  });
