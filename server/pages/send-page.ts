import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isbot } from 'isbot';
import { nameForBotDetector } from '../../machines/model/browser-name.ts';
import { AppError } from '../platform/errors.ts';
import { type Content, chooseEncoding, isKnown } from '../platform/http/content.ts';
import { logFailure, sendFailure, toAppError } from '../platform/http/error-handler.ts';
import type { LanguageSigns } from '../platform/http/languages.ts';
import { isCall, readTarget } from '../platform/http/request-target.ts';
import { nextPageHeader } from './next-page.ts';
import type { Page, Pages } from './pages.ts';

const html = 'text/html; charset=utf-8';
const text = 'text/plain; charset=utf-8';

/** Request headers that determine the language of `/`, and the prices. */
export const languageSigns = 'Accept-Language, Cookie';

const languageCookie = 'lightwell_lang';

export const languageSignsOf = ({ cookies, headers }: FastifyRequest): LanguageSigns => ({
  cookie: cookies[languageCookie],
  acceptLanguage: headers['accept-language'],
});

/** Returns true for browsers that navigate to a URL. */
export const wantsPage = ({ headers }: FastifyRequest): boolean =>
  (headers.accept ?? '').includes('text/html');

export const isBot = (request: FastifyRequest): boolean =>
  isbot(nameForBotDetector(request.headers['user-agent'] ?? ''));

/** Matches paths of calls and built files, which programs request. */
const isData = /^\/(v1|assets|_i18n|_build)(\/|$)/;

function wantsJson(request: FastifyRequest, path: string): boolean {
  const accept = request.headers.accept ?? '';
  return (
    isData.test(path) || (accept.includes('application/json') && !accept.includes('text/html'))
  );
}

async function sendContent(request: FastifyRequest, reply: FastifyReply, content: Content) {
  reply.header('etag', content.etag);
  if (reply.statusCode === 200 && isKnown(request.headers['if-none-match'], content.etag)) {
    return await reply.code(304).send();
  }
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return await reply.send(await content.as(encoding));
}

export async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page) {
  const isRoot = readTarget(request.raw.url).path === '/';
  // the price page depends on the language tag and the chosen country
  const signs = (isRoot || page.template) && languageSigns;
  reply
    .type(html)
    .header('cache-control', 'no-cache')
    .header('content-security-policy', page.policy)
    .header('speculation-rules', nextPageHeader)
    .header('vary', signs ? `Accept-Encoding, ${signs}` : 'Accept-Encoding');
  return await sendContent(request, reply, page);
}

/** Sends a generated file that browsers and crawlers may keep for an hour. */
export async function sendGenerated(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Content & { type: string },
) {
  reply
    .type(file.type)
    .header('cache-control', 'public, max-age=3600')
    .header('vary', 'Accept-Encoding');
  return await sendContent(request, reply, file);
}

/** Sends status 404 with the path in the message, and the page in the path's language (R6). */
export async function sendNotFound(pages: Pages, request: FastifyRequest, reply: FastifyReply) {
  const { path } = readTarget(request.raw.url);
  // This message is logged. It omits the path of a call, because a mistyped call may contain a
  // secret.
  const error = new AppError(
    'not_found',
    isCall(path) ? 'there is no such call' : `there is no page ${path}`,
  );
  // A missing code file may exist after the next deployment, so the answer must not be cached.
  reply.header('cache-control', isData.test(path) ? 'no-store' : 'no-cache');
  const page = pages.errorPage('not-found', path);
  if (wantsJson(request, path) || !page) return sendFailure(error, request, reply);
  return await sendPage(request, reply.code(404), page);
}

/**
 * Answers a file request that cannot be fulfilled, for example because a range lies beyond the
 * file's end or a precondition failed.
 */
function sendRefusal(error: FastifyError, reply: FastifyReply) {
  const { statusCode = 400 } = error;
  const { headers = {} } = error as { headers?: Record<string, string> };
  return reply
    .code(statusCode)
    .headers(headers)
    .type(text)
    .send(STATUS_CODES[statusCode] ?? '');
}

/** Sends the error page to people, and only the status to bots (R7). */
export async function sendError(
  pages: Pages,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { path } = readTarget(request.raw.url);
  reply.header('cache-control', 'no-cache');
  if (error.statusCode !== undefined && error.statusCode < 500) return sendRefusal(error, reply);
  if (wantsJson(request, path) || pages.missing) return sendFailure(error, request, reply);
  const known = toAppError(error);
  const page = pages.errorPage('error', path, logFailure(known, request));
  reply.code(known.status);
  if (isBot(request) || !page) return await reply.type(text).send('Internal Server Error');
  return await sendPage(request, reply, page);
}
