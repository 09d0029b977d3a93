import type { Contact } from '../domain/contact.ts';
import { preferredLocale } from '../pages/languages.ts';
import type { ApiServer } from './api-server.ts';
import { serveCall } from './call-route.ts';

/** @param deps.messagesPerHour limit per address */
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
    // Counted after validation: a request with a missing field may be repeated.
    { config: { rateLimit: { max: messagesPerHour, timeWindow: 3_600_000, hook: 'preHandler' } } },
  );
}
