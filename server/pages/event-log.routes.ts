import type { ApiServer } from '../platform/http/api-server.ts';
import { serveCall } from '../platform/http/call-route.ts';
import { perMinute } from '../platform/http/rate-limits.ts';
import type { RequestLog } from '../platform/log/logger.ts';

/** Limit of an event in bytes. An event has at most six short ids and two names. */
const eventLimit = 8 * 1024;

const named = (ids: Record<string, string>) => Object.keys(ids).filter((name) => ids[name] !== '');

/**
 * Registers the call that writes product events to the server's log: one line per event, with the
 * request's id. Advertising events are included.
 */
export function registerEventLogRoutes(server: ApiServer, log: RequestLog): void {
  serveCall(
    server,
    'logEvent',
    async ({ body, request }) => {
      log.operation(request, body);
      return null;
    },
    perMinute(300),
  );
  serveCall(
    server,
    'reportEvent',
    async ({ body: { test, channel, name, adInfosDto }, request }) => {
      // The ids are personal data, so only the names of the ids that were present are logged.
      const { facebook, ga } = adInfosDto;
      const ids = [...named(facebook), ...named(ga)].join(' ');
      log.operation(request, { name: `event ${name}`, parameters: { test, channel, ids } });
      return null;
    },
    { ...perMinute(120), bodyLimit: eventLimit },
  );
}
