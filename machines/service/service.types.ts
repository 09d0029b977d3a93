import type { EventLogged } from '../ports/outside-service.port.ts';

export type ServiceContext = {
  /** time of the first event that the service may receive, in milliseconds */
  since: number;
  /** events that wait until the service is loaded, oldest first */
  waiting: readonly EventLogged[];
};

export type ServiceEvent =
  /** the visitor allows the service's purpose, from the time `since` on */
  | { type: 'service.allowed'; since: number }
  | { type: 'service.refused' }
  /** a product event that the visitor's choice allowed when it happened */
  | EventLogged;
