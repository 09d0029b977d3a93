import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Guests, hashOf } from '../domain/guests.ts';
import type { Owner, Principal, Uploader } from '../domain/principal.ts';
import { createRecent } from '../domain/recent.ts';
import { clientAddress } from './client-address.ts';

const plainName = 'lightwell_guest';
const yearSeconds = 31_536_000;
const keepOwnerMs = 10_000;

export type Principals = {
  /** Who makes the request; looked up once, however often it is asked. */
  find(request: FastifyRequest): Promise<Principal>;
  /** Whoever wants to upload: a known guest, or who will be one; the reply sets the cookie. */
  expect(request: FastifyRequest, reply: FastifyReply): Promise<Uploader>;
};

/** @param secure only over https; a browser would drop such a cookie on plain http */
export function createPrincipals(
  guests: Guests,
  { secure, networkOf }: { secure: boolean; networkOf: (address: string) => string },
): Principals {
  // A browser takes this prefix only over https, from this host: no other host can plant a guest here.
  const cookieName = secure ? `__Host-${plainName}` : plainName;
  // An owner who was seen is kept for weeks, so a moment changes nothing.
  const owners = createRecent<Owner | null>({
    most: 10_000,
    keepMs: (owner) => (owner ? keepOwnerMs : 0),
  });
  const found = new WeakMap<FastifyRequest, Promise<Principal>>();

  const set = (reply: FastifyReply, token: string) =>
    reply.setCookie(cookieName, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      maxAge: yearSeconds,
    });

  async function look(request: FastifyRequest): Promise<Principal> {
    const token = request.cookies[cookieName];
    const owner = token ? await owners.get(token, () => guests.find(token)) : null;
    const network = networkOf(clientAddress(request));
    return { owner, hasCookie: token !== undefined, network };
  }

  function find(request: FastifyRequest): Promise<Principal> {
    const known = found.get(request) ?? look(request);
    found.set(request, known);
    return known;
  }

  return {
    find,
    async expect(request, reply) {
      const { owner, network } = await find(request);
      const given = request.cookies[cookieName];
      const guest = owner && given ? { owner, token: given } : guests.newcomer(given);
      set(reply, guest.token);
      const tokenHash = hashOf(guest.token);
      return { owner: guest.owner, network, tokenHash, isNewcomer: !owner };
    },
  };
}
