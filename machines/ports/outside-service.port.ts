import type { PortCall, PortSink } from './port.ts';

/** A product event with its name in the catalogue and its time. */
export type LoggedEvent = {
  name: string;
  parameters: Readonly<Record<string, unknown>>;
  /** time by this device's clock, in milliseconds; may be before the service was loaded */
  at: number;
};

/** `user` is the account id, or null for a guest; it applies to this event and later ones. */
export type EventLogged = { type: 'event.logged'; event: LoggedEvent; user: string | null };

/** One outside service. */
export type OutsideServicePort = {
  /**
   * Loads and starts the service's code; rejects if the browser or a proxy blocks it.
   * `since`: time of the first event that waits for it, in milliseconds
   */
  loadService: PortCall<{ since: number }, void>;
  /** Passes the event to the loaded service. */
  forwardEvent: PortSink<EventLogged>;
  /**
   * Stops the service, even if it is still being loaded, and then deletes what it has stored. Resolves when that is
   * deleted.
   */
  withdrawService: PortCall<void, void>;
};
