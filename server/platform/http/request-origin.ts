import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { isCall, readTarget } from './request-target.ts';

/** Origin of the pages, and origin of the API. */
export type Origins = { page: string; api: string };

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/** Returns true if the page's origin has the same host as the request. */
const isOwnHost = (origin: string, host: string | undefined) =>
  URL.canParse(origin) && new URL(origin).host === host;

/**
 * Refuses a call that changes something if a page of another site has sent it, because the browser
 * adds the visitor's cookie. Clients other than browsers do not send these headers and are not
 * refused.
 * @throws AppError foreign_origin
 */
export function refuseForeign(request: FastifyRequest, { page }: Origins): void {
  if (safeMethods.includes(request.method) && !request.routeOptions.config.stores) return;
  const { origin, 'sec-fetch-site': site, host } = request.headers;
  if (origin === page || site === 'same-origin') return;
  const isOwn = origin === undefined ? site === undefined || site === 'none' : site === undefined;
  if (isOwn && (origin === undefined || isOwnHost(origin, host))) return;
  throw new AppError(
    'foreign_origin',
    `a page of another site sent the request: ${String(origin ?? site).slice(0, 200)}`,
  );
}

const allowed = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers':
    'accept-language, website, token, content-type, cache-control, pragma',
  'access-control-max-age': '7200',
};

/**
 * Allows pages to use the API and photos on another host of the same site (API_BASE_URL).
 * @returns true if the request was a preflight, which is then completely answered
 */
export function allowPages(
  request: FastifyRequest,
  reply: FastifyReply,
  origins: Origins,
): boolean {
  const { path } = readTarget(request.raw.url);
  if (origins.page === origins.api || !(isCall(path) || path.startsWith('/storage/'))) return false;
  reply.headers({ 'cross-origin-resource-policy': 'same-site', vary: 'Origin' });
  if (request.headers.origin !== origins.page) return false;
  reply.headers({
    'access-control-allow-origin': origins.page,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'x-request-id, retry-after',
  });
  if (request.method !== 'OPTIONS') return false;
  reply.code(204).headers(allowed).send();
  return true;
}
