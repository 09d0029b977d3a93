import type { OutsideServicePort } from '../../../machines/ports/outside-service.port.ts';
import type { Forwarder } from './forwarder.ts';
import type { Service } from './services.ts';

/**
 * Creates the port of one service. `forget` deletes the data that services of the same purpose have
 * stored.
 */
export function createServicePort(
  { load }: Pick<Service, 'load'>,
  forget: () => Promise<void>,
): OutsideServicePort {
  let loading: Promise<Forwarder> | null = null;
  let forwarder: Forwarder | null = null;
  return {
    loadService: async ({ since }) => {
      loading = load(since);
      forwarder = await loading;
    },
    forwardEvent: ({ event, user }) => {
      try {
        forwarder?.forward(event, user);
      } catch (error) {
        reportError(error);
      }
    },
    withdrawService: async () => {
      const loaded = await loading?.catch(() => null);
      await loaded?.withdraw();
      // deletes again, because the service's code may have stored data after the consent chart
      // deleted it
      await forget();
    },
  };
}
