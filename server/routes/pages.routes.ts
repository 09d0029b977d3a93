import type { FastifyReply, FastifyRequest } from 'fastify';
import { isbot } from 'isbot';
import { localeOfPath } from '../../machines/model/locale.ts';
import { AppError } from '../errors.ts';
import { type Content, chooseEncoding } from '../pages/compressed.ts';
import { canonicalPath, rootRedirect } from '../pages/languages.ts';
import { framedPath, type Page, type Pages } from '../pages/pages.ts';
import type { ApiServer } from './api-server.ts';
import { sendFailure, toAppError } from './error-handler.ts';
import { readTarget } from './request-target.ts';

const languageCookie = 'lightwell_lang';
const html = 'text/html; charset=utf-8';

const isCall = (path: string) => path === '/v1' || path.startsWith('/v1/');

/** Calls and built files: who asks for these is a program. */
const isData = /^\/(v1|assets|_i18n)(\/|$)/;

const wantsJson = (request: FastifyRequest, path: string) => {
  const accept = request.headers.accept ?? '';
  return (
    isData.test(path) || (accept.includes('application/json') && !accept.includes('text/html'))
  );
};

async function sendContent(request: FastifyRequest, reply: FastifyReply, content: Content) {
  reply.header('vary', 'Accept-Encoding').header('etag', content.etag);
  if (request.headers['if-none-match'] === content.etag && reply.statusCode === 200) {
    return await reply.code(304).send();
  }
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const body = await content.as(encoding);
  if (encoding !== 'identity' && body !== (await content.as('identity'))) {
    reply.header('content-encoding', encoding);
  }
  return await reply.send(body);
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page) {
  reply
    .type(html)
    .header('cache-control', 'no-cache')
    .header('content-security-policy', page.policy);
  return await sendContent(request, reply, page);
}

const redirect = (reply: FastifyReply, status: number, to: string) =>
  reply.code(status).header('cache-control', 'no-cache').redirect(to, status);

/** R6: status 404, the message with the path, the page in the path's language. */
async function sendNotFound(pages: Pages, request: FastifyRequest, reply: FastifyReply) {
  const { path } = readTarget(request.raw.url);
  const error = new AppError('not_found', `Page not found: ${path}`);
  const page = pages.errorPage('not-found', localeOfPath(path));
  if (wantsJson(request, path) || !page) return sendFailure(error, request, reply);
  return await sendPage(request, reply.code(404), page);
}

/** An address that the router cannot read: no such page, or a call that is not understood. */
export async function sendBadUrl(
  pages: Pages,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { path } = readTarget(request.raw.url);
  if (isCall(path)) return sendFailure(toAppError(error), request, reply);
  return await sendNotFound(pages, request, reply);
}

/** R7: the error page for people, a bare status for bots. */
async function sendError(
  pages: Pages,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { path } = readTarget(request.raw.url);
  const known = toAppError(error);
  const page = pages.errorPage('error', localeOfPath(path));
  if (wantsJson(request, path) || !page) return sendFailure(error, request, reply);
  request.log.error({ err: known.cause ?? known }, known.message);
  reply.code(known.status);
  if (isbot(request.headers['user-agent'])) {
    return await reply.type('text/plain; charset=utf-8').send('Internal Server Error');
  }
  return await sendPage(request, reply, page);
}

/** Rules, spelling and language, in that order; null when the path stays. */
function redirectOf(
  pages: Pages,
  request: FastifyRequest,
): { status: number; to: string; varies?: true } | null {
  const { path, query } = readTarget(request.raw.url);
  const rule = pages.rules.find(({ from }) => from === path);
  if (rule) {
    const isOurs = rule.to.startsWith('/');
    return { status: rule.status, to: isOurs ? `${rule.to}${query}` : rule.to };
  }
  const canonical = canonicalPath(path);
  if (canonical) return { status: 301, to: `${canonical}${query}` };
  if (path !== '/' || isbot(request.headers['user-agent'])) return null;
  const localised = rootRedirect({
    cookie: request.cookies[languageCookie],
    acceptLanguage: request.headers['accept-language'],
  });
  return localised ? { status: 302, to: `${localised}${query}`, varies: true } : null;
}

/** Everything that is no call: redirects, built files, prerendered pages, and the 404. */
export function registerPageRoutes(server: ApiServer, pages: Pages): void {
  server.setNotFoundHandler((request, reply) => sendNotFound(pages, request, reply));

  server.get(
    '/*',
    {
      schema: { hide: true },
      errorHandler: (error, request, reply) => sendError(pages, error, request, reply),
    },
    async (request, reply) => {
      const { path } = readTarget(request.raw.url);
      if (isCall(path)) return sendNotFound(pages, request, reply);
      const asset = pages.asset(path);
      if (asset) {
        reply.type(asset.mime).header('cache-control', asset.cacheControl);
        if (path === framedPath) reply.header('x-frame-options', 'SAMEORIGIN');
        return await sendContent(request, reply, await asset.content);
      }
      const elsewhere = redirectOf(pages, request);
      if (elsewhere?.varies) reply.header('vary', 'Accept-Language, Cookie');
      if (elsewhere) return redirect(reply, elsewhere.status, elsewhere.to);
      if (pages.missing) {
        return reply.code(503).type('text/plain; charset=utf-8').send(pages.missing);
      }
      const page = pages.page(path);
      return page ? sendPage(request, reply, page) : sendNotFound(pages, request, reply);
    },
  );
}
