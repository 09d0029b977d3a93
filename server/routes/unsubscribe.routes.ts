import { z } from 'zod';
import { unsubscribeStateQuery } from '../../contract/mail.ts';
import type { Unsubscribe } from '../domain/unsubscribe.ts';
import { AppError } from '../errors.ts';
import type { ApiServer } from './api-server.ts';
import { serveCall } from './call-route.ts';
import { perMinute } from './rate-limits.ts';

/** Forms as mail providers send them: one field. */
const formLimit = 2048;
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** The field of RFC 8058, 3.1, in either kind of form. */
const isOneClick = (form: string) =>
  /(^|&)List-Unsubscribe=One-Click(&|\s*$)/.test(form) ||
  /name="?List-Unsubscribe"?\s*\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\s*\r?\n/.test(form);

/** A request without that field, and a link of nobody, change nothing. */
async function unsubscribeByForm(unsubscribe: Unsubscribe, token: string, form: string) {
  if (!isOneClick(form)) return false;
  try {
    await unsubscribe.choose(token, false);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_link') return false;
    throw error;
  }
}

/** Choices about mail by the signed link of a mail: whoever has it needs no sign-in (R82). */
export function registerUnsubscribeRoutes(
  server: ApiServer,
  deps: { unsubscribe: Unsubscribe; requestsPerMinute: number },
): void {
  const { unsubscribe, requestsPerMinute } = deps;
  const limited = perMinute(requestsPerMinute);

  serveCall(server, 'unsubscribeState', ({ query }) => unsubscribe.look(query.token), limited);
  serveCall(
    server,
    'unsubscribe',
    ({ body }) => unsubscribe.choose(body.token, body.subscribed),
    limited,
  );

  // Of its own, so that no other route reads forms.
  server.register(async (scope: ApiServer) => {
    scope.addContentTypeParser(
      formTypes,
      { parseAs: 'string', bodyLimit: formLimit },
      (_request, form, done) => done(null, form),
    );
    // Beside the page of that address (RFC 8058): a mail provider posts here, for the recipient.
    scope.post(
      '/unsubscribe',
      {
        ...limited,
        bodyLimit: formLimit,
        schema: { hide: true, querystring: unsubscribeStateQuery, body: z.string() },
      },
      async (request, reply) => {
        const { query, body } = request;
        const isDone = await unsubscribeByForm(unsubscribe, query.token, body);
        return await reply
          .code(isDone ? 200 : 400)
          .header('cache-control', 'no-store')
          .type('text/plain; charset=utf-8')
          .send(isDone ? 'Unsubscribed.\n' : 'Not a valid unsubscribe request.\n');
      },
    );
  });
}
