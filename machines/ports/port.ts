import type { PortFailure } from './port-failure.ts';

/** The part of the browser's AbortSignal that ports use; charts compile without DOM types. */
export type CancelSignal = {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};

/**
 * One request to the outside. Rejects with a `PortError` only. `signal` aborts when the chart has left the
 * requesting state: stop the work, the answer is no longer wanted.
 */
export type PortCall<Input, Output> = (input: Input, signal: CancelSignal) => Promise<Output>;

/**
 * A subscription. Calls `emit` any number of times, but never after the returned clean-up function has run.
 * Failures are events too; it does not throw.
 */
export type PortStream<Input, Event extends { type: string }> = (
  input: Input,
  emit: (event: Event) => void,
) => () => void;

/**
 * Accepts messages without an answer; never throws and never waits. `onRefused` is called if a server later
 * answers with an error code.
 */
export type PortSink<Message extends { type: string }> = (
  message: Message,
  onRefused?: (failure: PortFailure) => void,
) => void;
