import type { RequestLog } from '../logger.ts';
import type { ApiServer } from './api-server.ts';
import { serveCall } from './call-route.ts';
import { perMinute } from './rate-limits.ts';

/** The operation log is the server's own log: one line per event, with the request's id. */
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
}
