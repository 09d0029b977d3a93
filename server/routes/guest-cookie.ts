import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Guest, Guests } from '../domain/guests.ts';

const cookieName = 'lightwell_guest';
const yearSeconds = 31_536_000;

export type GuestCookie = {
  /** Null for a visitor without a (known) cookie. */
  read(request: FastifyRequest): Promise<Guest | null>;
  /** The visitor's guest; if there is none, a new one, whose cookie is set by the reply. */
  ensure(request: FastifyRequest, reply: FastifyReply): Promise<Guest>;
};

/** @param secure only over https; a browser would drop such a cookie on plain http */
export function createGuestCookie(guests: Guests, { secure }: { secure: boolean }): GuestCookie {
  const set = (reply: FastifyReply, token: string) =>
    reply.setCookie(cookieName, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      maxAge: yearSeconds,
    });

  return {
    read: (request) => guests.find(request.cookies[cookieName]),
    async ensure(request, reply) {
      const token = request.cookies[cookieName];
      const known = await guests.find(token);
      if (known && token) {
        set(reply, token);
        return known;
      }
      const created = await guests.create();
      set(reply, created.token);
      return created.guest;
    },
  };
}
