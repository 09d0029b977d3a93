import type { PortCall } from './port.ts';

export type ClockPort = {
  /**
   * Resolves when this device's clock has passed `at`, an ISO instant; a minute later where it has
   * passed already, so that a device that is ahead of the server does not ask it without end.
   */
  waitUntil: PortCall<{ at: string }, void>;
};
