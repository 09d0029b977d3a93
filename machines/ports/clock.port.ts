import type { PortCall } from './port.ts';

export type ClockPort = {
  /**
   * Resolves when this device's clock has passed `at`, an ISO instant. If it already has, resolves
   * after a minute, so that a device ahead of the server does not ask in a loop.
   */
  waitUntil: PortCall<{ at: string }, void>;
};
