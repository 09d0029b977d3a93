import type { FastifyReply, FastifyRequest } from 'fastify';
import { readTarget } from './request-target.ts';

/** For answers that are not documents: nothing may be loaded or framed from them. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Headers of every answer; pages set a Content-Security-Policy of their own. */
export function setSecurityHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { https }: { https: boolean },
): void {
  reply.headers({
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'geolocation=(), microphone=(), payment=(self)',
  });
  if (https) reply.header('strict-transport-security', 'max-age=31536000');
  if (readTarget(request.raw.url).path.startsWith('/v1/')) {
    reply.headers({ 'cache-control': 'no-store', 'content-security-policy': closedPolicy });
  }
}
