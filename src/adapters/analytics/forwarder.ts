import type { LoggedEvent } from '../../../machines/ports/outside-service.port.ts';

/**
 * An outside service that receives events. The service is loaded, stores data and sends data only
 * while its purpose is allowed.
 */
export type Forwarder = {
  /**
   * Sends an event to the service. `user` is the account id, or null for a guest. `user` applies to
   * this event and to later events.
   */
  forward(event: LoggedEvent, user: string | null): void;
  /**
   * Stops sending when the visitor withdraws the consent, and deletes waiting events. Resolves
   * after the deletion.
   */
  withdraw(): Promise<void>;
};
