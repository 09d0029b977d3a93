import type { LoggedEvent } from '../../../machines/ports/outside-service.port.ts';

/**
 * An outside service that receives events. The service is loaded, stores and sends only while its
 * purpose is allowed.
 */
export type Forwarder = {
  /** `user` is the account id, or null for a guest. It applies to this event and later events. */
  forward(event: LoggedEvent, user: string | null): void;
  /** Stops sending after a withdrawal and deletes waiting events. Resolves after the deletion. */
  withdraw(): Promise<void>;
};
