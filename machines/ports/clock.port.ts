import type { PortCall, PortStream } from './port.ts';

/** `endsAt` is the deadline in milliseconds of this device's clock. */
export type CountdownTicked = {
  type: 'countdown.ticked';
  remainingSeconds: number;
  endsAt: number;
};

export type ClockPort = {
  /**
   * Emits the remaining seconds every second, and when a page that slept is visible again; ends with 0. Starts
   * now, or continues towards the deadline of an earlier countdown.
   */
  countDown: PortStream<{ afterMs: number; endsAt: number | null }, CountdownTicked>;
  /**
   * Resolves when this device's clock has passed `at`, an ISO instant. If it already has, resolves after a
   * minute, so that a device whose clock is ahead of the server's does not loop.
   */
  waitUntil: PortCall<{ at: string }, void>;
};
