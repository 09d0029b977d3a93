import type { PortFailure } from './port-failure.ts';

/** The part of the browser's AbortSignal that ports use; charts compile without DOM types. */
export type CancelSignal = {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};

/**
 * One question to the world. Rejects with a `PortError` only. `signal` aborts when the chart has
 * left the state that asked: stop the work, the answer is not wanted any more.
 */
export type PortCall<Input, Output> = (input: Input, signal: CancelSignal) => Promise<Output>;

/**
 * A subscription. Calls `emit` any number of times, never after the returned clean-up function has
 * run. Failures are events too; it does not throw.
 */
export type PortStream<Input, Event extends { type: string }> = (
  input: Input,
  emit: (event: Event) => void,
) => () => void;

/**
 * Takes messages without an answer; never throws and never waits. `onRefused` hears what a server
 * answered with a code later.
 */
export type PortSink<Message extends { type: string }> = (
  message: Message,
  onRefused?: (failure: PortFailure) => void,
) => void;
