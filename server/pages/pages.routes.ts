import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { lostShareQuery, sharePath } from '../../machines/model/shared-photos.ts';
import type { ApiServer } from '../platform/http/api-server.ts';
import { sendFailure, toAppError } from '../platform/http/error-handler.ts';
import { canonicalPath, rootRedirect } from '../platform/http/languages.ts';
import { isCall, readTarget } from '../platform/http/request-target.ts';
import { sameMachine } from './loopback-names.ts';
import { nextPagePath, nextPageRules } from './next-page.ts';
import type { Pages } from './pages.ts';
import type { CompletePricePage } from './price-page.ts';
import {
  isBot,
  languageSigns,
  languageSignsOf,
  sendError,
  sendGenerated,
  sendNotFound,
  sendPage,
} from './send-page.ts';
import { framedPath, type StaticFile } from './static-files.ts';

const manifestType = 'application/manifest+json; charset=utf-8';

const redirect = (reply: FastifyReply, status: number, to: string) =>
  reply.code(status).header('cache-control', 'no-cache').redirect(to, status);

/**
 * Answers a URL that the router cannot parse: a call gets an error, other requests get the
 * not-found page.
 */
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

/**
 * Redirects, in this order: to the public address, by redirect rules, to the canonical spelling,
 * to the visitor's language. Returns null if no redirect applies.
 */
function redirectOf(
  pages: Pages,
  request: FastifyRequest,
): { status: number; to: string; varies?: true } | null {
  const { path, query } = readTarget(request.raw.url);
  const here = sameMachine(request.host, pages.publicUrl);
  if (here) return { status: 302, to: `${here}${path}${query}` };
  const rule = pages.rules.find(({ from }) => from === path);
  if (rule) {
    const isOurs = rule.to.startsWith('/');
    return { status: rule.status, to: isOurs ? `${rule.to}${query}` : rule.to };
  }
  const canonical = canonicalPath(path);
  if (canonical) return { status: 301, to: `${canonical}${query}` };
  if (path !== '/' || isBot(request)) return null;
  const localised = rootRedirect(languageSignsOf(request));
  return localised ? { status: 302, to: `${localised}${query}`, varies: true } : null;
}

/**
 * Answers photos that another app shares while the browser has no service worker, which would store
 * the photos. The home page says that the photos are missing. Called before the body is read.
 */
const sendHome = async (request: FastifyRequest, reply: FastifyReply) =>
  redirect(reply, 303, `${rootRedirect(languageSignsOf(request)) ?? '/'}${lostShareQuery}`);

function sendFile(reply: FastifyReply, path: string, { cacheControl, directory }: StaticFile) {
  reply.header('cache-control', cacheControl);
  if (path === framedPath) reply.header('x-frame-options', 'SAMEORIGIN');
  return reply.sendFile(path.slice(1), directory);
}

/**
 * Sends the JSON of a build. It is not cached, because a cached answer would hide the newer build
 * (R63).
 */
const sendBuild = (reply: FastifyReply, json: string) =>
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(json);

/**
 * Registers the routes of all requests except calls: redirects, built files, prerendered pages, and
 * the 404 page.
 */
export async function registerPageRoutes(
  server: ApiServer,
  pages: Pages,
  completePricePage: CompletePricePage,
): Promise<void> {
  server.setNotFoundHandler((request, reply) => sendNotFound(pages, request, reply));
  if (!pages.missing) {
    // Only `sendFile` is used, because the route decides what is served and how long it is cached.
    const options = { serve: false, preCompressed: true, cacheControl: false } as const;
    await server.register(fastifyStatic, { root: pages.directory, ...options });
  }

  server.post(sharePath, { schema: { hide: true }, onRequest: sendHome }, sendHome);

  server.get(
    '/*',
    {
      schema: { hide: true },
      errorHandler: (error, request, reply) => sendError(pages, error, request, reply),
    },
    async (request, reply) => {
      const { path, query } = readTarget(request.raw.url);
      if (isCall(path)) return sendNotFound(pages, request, reply);
      if (pages.built.isUnknown(path, query)) await pages.built.refresh();
      const file = pages.built.file(path, query);
      if (file) return sendFile(reply, path, file);
      const build = pages.built.manifest(path);
      if (build !== undefined) return sendBuild(reply, build);
      const manifest = pages.manifest(path);
      if (manifest) return sendGenerated(request, reply, { ...manifest, type: manifestType });
      const forCrawlers = pages.crawlerFile(path);
      if (forCrawlers) return sendGenerated(request, reply, forCrawlers);
      if (path === nextPagePath) return sendGenerated(request, reply, nextPageRules);
      const elsewhere = redirectOf(pages, request);
      if (elsewhere?.varies) reply.header('vary', languageSigns);
      if (elsewhere) return redirect(reply, elsewhere.status, elsewhere.to);
      if (pages.missing) {
        return reply.code(503).type('text/plain; charset=utf-8').send(pages.missing);
      }
      const page = pages.page(path);
      if (!page) return sendNotFound(pages, request, reply);
      const complete = page.template
        ? await completePricePage(page, page.template, { request, reply })
        : page;
      return sendPage(request, reply, complete);
    },
  );
}
