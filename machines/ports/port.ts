import type { PortFailure } from './port-failure.ts';

/**
 * The part of the browser's AbortSignal that ports use, because charts compile without DOM types.
 */
export type CancelSignal = {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};

/**
 * One request to the outside. Rejects only with a `PortError`. `signal` aborts when the chart has
 * left the requesting state: the adapter stops, because the answer is no longer needed.
 */
export type PortCall<Input, Output> = (input: Input, signal: CancelSignal) => Promise<Output>;

/**
 * A subscription. It calls `emit` any number of times, but never after its clean-up function has
 * run. It does not throw; failures are events as well.
 */
export type PortStream<Input, Event extends { type: string }> = (
  input: Input,
  emit: (event: Event) => void,
) => () => void;

/**
 * Accepts messages without an answer. It never throws and never waits. It calls `onRefused` if the
 * server later answers with an error code.
 */
export type PortSink<Message extends { type: string }> = (
  message: Message,
  onRefused?: (failure: PortFailure) => void,
) => void;
