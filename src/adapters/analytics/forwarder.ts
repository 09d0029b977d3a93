/** What the visitor did, as the catalogue names it, and when. */
export type LoggedEvent = {
  name: string;
  parameters: Readonly<Record<string, unknown>>;
  /** by this device's clock, in milliseconds; before the service was loaded, if need be */
  at: number;
};

/** An outside service that hears of events. It is loaded, stores and sends only while its purpose is allowed. */
export type Forwarder = {
  /** `user` is the id of the account, or null for a guest; it counts for this event and those after it. */
  forward(event: LoggedEvent, user: string | null): void;
  /** The visitor has withdrawn: nothing more is sent, and what waits is deleted. Resolves when it is. */
  withdraw(): Promise<void>;
};
