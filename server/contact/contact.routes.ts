import type { ApiServer } from '../platform/http/api-server.ts';
import { serveCall } from '../platform/http/call-route.ts';
import { preferredLocale } from '../platform/http/languages.ts';
import type { Contact } from './contact.ts';

/**
 * Registers the call of the contact form.
 * @param deps.messagesPerHour limit per IP address
 */
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
    // Requests are counted after validation, so that a request with a missing field may be
    // repeated.
    { config: { rateLimit: { max: messagesPerHour, timeWindow: 3_600_000, hook: 'preHandler' } } },
  );
}
