import type { LoggedEvent } from '../../../machines/ports/outside-service.port.ts';

/**
 * An outside service that receives events. It is loaded, stores and sends only while its purpose is
 * allowed.
 */
export type Forwarder = {
  /** `user` is the account id, or null for a guest; it applies to this event and later ones. */
  forward(event: LoggedEvent, user: string | null): void;
  /**
   * Stops sending and deletes waiting events after a withdrawal. Resolves when they are deleted.
   */
  withdraw(): Promise<void>;
};
