import type { ApiServer } from './api-server.ts';
import { serveCall } from './call-route.ts';
import { perMinute } from './rate-limits.ts';

/** The operation log is the server's own log: one line per event, with the request's id. */
export function registerEventLogRoutes(server: ApiServer): void {
  serveCall(
    server,
    'logEvent',
    async ({ body, request }) => {
      request.log.info({ operation: body.name, parameters: body.parameters }, 'operation');
      return null;
    },
    perMinute(300),
  );
}
