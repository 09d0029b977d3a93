import type { AnyActorRef } from 'xstate';
import { startLate } from '../../machines/late-chart.ts';
import type { Allowed, Purpose } from '../../machines/model/consent.ts';
import { withPorts } from '../../machines/port-actors.ts';
import type { EventLogged } from '../../machines/ports/outside-service.port.ts';
import { serviceMachine } from '../../machines/service/service.machine.ts';
import { type Heard, logEvent } from '../adapters/analytics/log-event.ts';
import { createServicePort } from '../adapters/analytics/service-port.ts';
import type { Service } from '../adapters/analytics/services.ts';

type Around = {
  services: readonly Service[];
  root: () => AnyActorRef;
  /** returns the user id from the cookie `user_info`, or null for a guest */
  readUser: () => string | null;
  /** deletes the data that services of this purpose have stored */
  forget: (purpose: Purpose) => Promise<void>;
};

export type Receiver = {
  /**
   * Called when the visitor's choice changes, with the purposes that are now allowed and the events
   * that waited for the choice. Later events are passed to `hear`.
   */
  follow: (allowed: Allowed, waiting: readonly Heard[]) => void;
  hear: (heard: Heard) => void;
};

/**
 * Starts a chart for each configured service. A service receives an event only if the purpose of
 * the service was allowed when the event happened (R55, R77).
 */
export function startServices({ services, root, readUser, forget }: Around): Receiver {
  const running = services.map((service) => {
    const { name, purpose } = service;
    const outsideService = createServicePort(service, () => forget(purpose));
    const machine = withPorts(serviceMachine, { outsideService });
    return { purpose, chart: startLate(machine, `service.${name}`, root()) };
  });
  return {
    follow: (allowed, waiting) => {
      for (const { purpose, chart } of running) {
        const first = waiting.find((heard) => heard.allowed?.[purpose]);
        if (!allowed[purpose]) chart.send({ type: 'service.refused' });
        else chart.send({ type: 'service.allowed', since: first?.at ?? Date.now() });
      }
    },
    hear: (heard) => {
      const meant = running.filter(({ purpose }) => heard.allowed?.[purpose]);
      if (meant.length === 0) return;
      const logged: EventLogged = {
        type: 'event.logged',
        event: logEvent(heard),
        user: readUser(),
      };
      for (const { chart } of meant) chart.send(logged);
    },
  };
}
