import type { PortCall, PortStream } from './port.ts';

/** `endsAt` is the deadline in milliseconds of this device's clock. */
export type CountdownTicked = {
  type: 'countdown.ticked';
  remainingSeconds: number;
  endsAt: number;
};

export type ClockPort = {
  /**
   * Emits the remaining seconds every second, and when a page that slept becomes visible. The last
   * value is 0. With `endsAt`, continues an earlier countdown.
   */
  countDown: PortStream<{ afterMs: number; endsAt: number | null }, CountdownTicked>;
  /**
   * Resolves when this device's clock has passed `at`, an ISO instant. If `at` is already past,
   * resolves after a minute; otherwise a device whose clock is fast would loop.
   */
  waitUntil: PortCall<{ at: string }, void>;
};
