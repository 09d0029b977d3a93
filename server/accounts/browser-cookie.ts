import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KnownBrowsers } from './known-browsers.ts';

const plainName = 'lightwell_known';
const yearSeconds = 31_536_000;

/** The cookie with the email addresses that a browser has signed in to. */
export type BrowserCookie = {
  /** Returns true if this browser has signed in to the address before. */
  knows(request: FastifyRequest): (address: string) => boolean;
  /** Stores the address in the cookie. Call it after a sign-in to the address. */
  remember(request: FastifyRequest, reply: FastifyReply, address: string): void;
  forget(reply: FastifyReply): void;
};

/**
 * Creates the access to the cookie.
 * @param options.secure if true, the cookie is sent only over https and has a `__Host-` name
 */
export function createBrowserCookie(
  browsers: KnownBrowsers,
  { secure }: { secure: boolean },
): BrowserCookie {
  const name = secure ? `__Host-${plainName}` : plainName;
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    knows: (request) => (address) => browsers.hasSignedIn(request.cookies[name], address),
    remember(request, reply, address) {
      const value = browsers.remember(request.cookies[name], address);
      reply.setCookie(name, value, { ...cookie, maxAge: yearSeconds });
    },
    forget: (reply) => void reply.clearCookie(name, cookie),
  };
}
