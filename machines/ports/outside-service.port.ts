import type { PortCall, PortSink } from './port.ts';

/** A product event with its name in the catalogue and its time. */
export type LoggedEvent = {
  name: string;
  parameters: Readonly<Record<string, unknown>>;
  /** by this device's clock, in milliseconds; may be earlier than the service's start */
  at: number;
};

/** `user` is the account id, or null for a guest. It applies to this event and later events. */
export type EventLogged = { type: 'event.logged'; event: LoggedEvent; user: string | null };

/** One outside analytics service. */
export type OutsideServicePort = {
  /**
   * Loads and starts the service's code. Rejects if the browser or a proxy blocks it. `since` is
   * the time of the first waiting event, in milliseconds.
   */
  loadService: PortCall<{ since: number }, void>;
  /** Passes the event to the loaded service. */
  forwardEvent: PortSink<EventLogged>;
  /**
   * Stops the service, even while it is loading, and then deletes its stored data. Resolves after
   * the deletion.
   */
  withdrawService: PortCall<void, void>;
};
