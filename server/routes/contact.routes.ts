import type { Contact } from '../domain/contact.ts';
import { preferredLocale } from '../pages/languages.ts';
import type { ApiServer } from './api-server.ts';
import { serveCall } from './call-route.ts';

/** @param deps.messagesPerHour from one network */
export function registerContactRoutes(
  server: ApiServer,
  { contact, messagesPerHour }: { contact: Contact; messagesPerHour: number },
): void {
  serveCall(
    server,
    'contact',
    async ({ body, request }) => {
      const locale = body.locale ?? preferredLocale(request.headers['accept-language']);
      await contact.send({ ...body, locale });
      return null;
    },
    // After the schemas: who forgets a field may try again.
    { config: { rateLimit: { max: messagesPerHour, timeWindow: 3_600_000, hook: 'preHandler' } } },
  );
}
