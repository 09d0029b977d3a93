import type { FastifyReply, FastifyRequest } from 'fastify';
import { isCall, readTarget } from './request-target.ts';

/** Policy of answers that are not documents. It forbids loading and framing. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'geolocation=(), microphone=(), payment=(self)',
};
const overHttps = { ...always, 'strict-transport-security': 'max-age=31536000' };
const ofCalls = { 'cache-control': 'no-store', 'content-security-policy': closedPolicy };

/** Returns the headers of an answer that is not a document. */
export const bareHeaders = ({ https }: { https: boolean }): Record<string, string> => ({
  ...(https ? overHttps : always),
  ...ofCalls,
});

/** Sets the headers of every answer. Pages set their own Content-Security-Policy. */
export function setSecurityHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { https }: { https: boolean },
): void {
  reply.header('x-request-id', request.id).headers(https ? overHttps : always);
  const { path } = readTarget(request.raw.url);
  if (isCall(path)) reply.headers(ofCalls);
  // Stored files set their own policy, so this policy applies only to errors.
  else if (path.startsWith('/storage/')) reply.header('content-security-policy', closedPolicy);
}
