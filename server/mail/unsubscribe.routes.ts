import { z } from 'zod';
import { unsubscribeStateQuery } from '../../contract/mail.ts';
import { AppError } from '../platform/errors.ts';
import type { ApiServer } from '../platform/http/api-server.ts';
import { serveCall } from '../platform/http/call-route.ts';
import { perMinute } from '../platform/http/rate-limits.ts';
import type { Unsubscribe } from './unsubscribe.ts';

/** Limit of the body in bytes. Forms of mail providers have only one field. */
const formLimit = 2048;
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Returns true if a form contains the field of RFC 8058, 3.1, in either form encoding. */
const isOneClick = (form: string) =>
  /(^|&)List-Unsubscribe=One-Click(&|\s*$)/.test(form) ||
  /name="?List-Unsubscribe"?\s*\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\s*\r?\n/.test(form);

/**
 * Unsubscribes by a form. A request without the field of RFC 8058, or with an invalid link, changes
 * nothing.
 */
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

/**
 * Registers the calls for mail choices. The signed link of a mail gives access without a sign-in
 * (R82).
 */
export function registerUnsubscribeRoutes(
  server: ApiServer,
  deps: { unsubscribe: Unsubscribe; requestsPerMinute: number },
): void {
  const { unsubscribe, requestsPerMinute } = deps;
  const limited = perMinute(requestsPerMinute);

  serveCall(server, 'unsubscribeState', ({ query }) => unsubscribe.read(query.token), limited);
  serveCall(
    server,
    'unsubscribe',
    ({ body }) => unsubscribe.choose(body.token, body.subscribed),
    limited,
  );

  // Uses a separate scope, so that other routes do not accept forms.
  server.register(async (scope: ApiServer) => {
    scope.addContentTypeParser(
      formTypes,
      { parseAs: 'string', bodyLimit: formLimit },
      (_request, form, done) => done(null, form),
    );
    // This path is the same as the path of the page, because mail providers post to the mail's link
    // (RFC 8058).
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
