import {
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type PromiseActorLogic,
} from 'xstate';
import type { PortCall, PortSink, PortStream } from './ports/port.ts';
import { failureOf, PortError, type PortFailure } from './ports/port-failure.ts';

/** A port's question as the logic of an invoked actor; leaving the state aborts its signal. */
export const callActor = <Input, Output>(
  call: PortCall<Input, Output>,
): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(({ input, signal }) => call(input, signal));

/** A port's stream as the logic of an invoked actor; what it emits reaches the chart. */
export const streamActor = <Input, Event extends { type: string }>(
  stream: PortStream<Input, Event>,
): CallbackActorLogic<EventObject, Input> =>
  fromCallback<EventObject, Input>(({ input, sendBack }) => stream(input, sendBack));

export const sinkActor = <Message extends { type: string }>(
  sink: PortSink<Message>,
): CallbackActorLogic<Message, undefined> =>
  fromCallback<Message, undefined>(({ receive }) => receive(sink));

const missing = (name: string): PortError =>
  new PortError({ reason: 'unexpected', msg: `No port is provided for ${name}` });

type CallLogic<Port> =
  Port extends PortCall<infer Input, infer Output> ? PromiseActorLogic<Output, Input> : never;

type StreamLogic<Port> =
  Port extends PortStream<infer Input, { type: string }>
    ? CallbackActorLogic<EventObject, Input>
    : never;

/** Stands in a chart for a call that `provide` puts in later; rejects when nobody did. */
export const neededCall = <Port>(name: string): CallLogic<Port> =>
  callActor(() => Promise.reject(missing(name))) as CallLogic<Port>;

/** Stands in a chart for a stream that `provide` puts in later; throws when nobody did. */
export const neededStream = <Port>(name: string): StreamLogic<Port> =>
  streamActor(() => {
    throw missing(name);
  }) as StreamLogic<Port>;

/** Parameters of an action or guard on `onError`: what went wrong as a plain failure. */
export const failed = ({ event }: { event: { error: unknown } }): { failure: PortFailure } => ({
  failure: failureOf(event.error),
});
