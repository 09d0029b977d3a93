import type { EventLogged } from '../ports/outside-service.port.ts';

export type ServiceContext = {
  /** time of the first event that the service may receive, in milliseconds */
  since: number;
  /** events that wait until the service is loaded, oldest first */
  waiting: readonly EventLogged[];
};

export type ServiceEvent =
  /** the visitor allows the purpose of this service, from the time `since` on */
  | { type: 'service.allowed'; since: number }
  | { type: 'service.refused' }
  /** a product event from a time at which the visitor allowed the purpose of this service */
  | EventLogged;
