import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bus } from '../platform/bus/bus.port.ts';
import { AppError } from '../platform/errors.ts';
import { clientAddress } from '../platform/http/client-address.ts';
import { createRecent } from '../platform/recent.ts';
import { type Guests, hashOf } from './guests.ts';
import type { Owner, Principal, Uploader } from './principal.ts';
import type { Sessions } from './sessions.ts';

const plainName = 'lightwell_guest';
const yearSeconds = 31_536_000;
const keepOwnerMs = 10_000;

/** The principal of a signed-in user. */
export type SignedInPrincipal = Principal & { owner: Owner; sessionId: string };

export type Principals = {
  /**
   * Returns the caller, who is determined once per request: a user if the token is valid, a guest
   * if there is no token.
   * @throws AppError 10009 for an unknown or expired token, so that a user never silently becomes a
   * guest
   */
  find(request: FastifyRequest): Promise<Principal>;
  /**
   * Returns the signed-in user.
   * @throws AppError 10009 if the caller is not signed in
   */
  findUser(request: FastifyRequest): Promise<SignedInPrincipal>;
  /**
   * Returns the caller of an upload, who is a known owner or a newcomer. Sets a guest's cookie on
   * the reply.
   */
  expect(request: FastifyRequest, reply: FastifyReply): Promise<Uploader>;
  /** Returns the guest token of this browser, even if a user is signed in. */
  guestToken(request: FastifyRequest): string | undefined;
  /** Removes the cookie of this browser's guest after a merge. */
  endGuest(request: FastifyRequest, reply: FastifyReply): void;
};

export type PrincipalsDeps = {
  bus: Bus;
  guests: Guests;
  sessions: Sessions;
  /** sends cookies only over https; browsers discard such a cookie on plain http */
  secure: boolean;
  subnetOf: (address: string) => string;
  now: () => Date;
};

const unknownToken = () => new AppError('10009', 'the token is missing, unknown or expired');

export function createPrincipals(deps: PrincipalsDeps): Principals {
  const { bus, guests, sessions, secure, subnetOf, now } = deps;
  // Browsers accept this prefix only over https and from this host, so that another host cannot set
  // a guest cookie for this host.
  const cookieName = secure ? `__Host-${plainName}` : plainName;
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  // Caching an owner for a short time is safe, because owners that were seen recently are kept for
  // weeks.
  const owners = createRecent<Owner | null>({
    most: 10_000,
    keepMs: (owner) => (owner ? keepOwnerMs : 0),
  });
  bus.subscribe('guest.ended', { heard: owners.forget, missed: owners.forgetAll });
  const found = new WeakMap<FastifyRequest, Promise<Principal>>();
  const guestToken = (request: FastifyRequest) => request.cookies[cookieName];

  async function identify(request: FastifyRequest): Promise<Principal> {
    const at = now();
    const subnet = subnetOf(clientAddress(request));
    const guest = guestToken(request);
    const hasCookie = guest !== undefined;
    const { token } = request.headers;
    if (typeof token === 'string' && token !== '') {
      // The session is not cached, so that an ended session is invalid at once.
      const session = await sessions.find(token);
      if (!session) throw unknownToken();
      return { ...session, subnet, hasCookie };
    }
    const owner = guest ? await findGuest(guest, at) : null;
    return { owner, sessionId: null, subnet, hasCookie };
  }

  /**
   * Returns the guest of a token. A guest who was merged while the request was processed acts as
   * the user for this request.
   */
  async function findGuest(token: string, at: Date): Promise<Owner | null> {
    const owner = await owners.get(hashOf(token), () => guests.find(token));
    if (owner) return owner;
    const merge = await guests.mergeOf(token);
    return merge && merge.at >= at ? { id: merge.userId, kind: 'user' } : null;
  }

  function find(request: FastifyRequest): Promise<Principal> {
    const known = found.get(request) ?? identify(request);
    found.set(request, known);
    return known;
  }

  return {
    find,
    guestToken,
    async findUser(request) {
      const principal = await find(request);
      const { owner, sessionId } = principal;
      if (!owner || !sessionId) throw unknownToken();
      return { ...principal, owner, sessionId };
    },
    async expect(request, reply) {
      const { owner, subnet } = await find(request);
      if (owner?.kind === 'user') return { owner, subnet, tokenHash: '', isNewcomer: false };
      const given = guestToken(request);
      const usable = !owner && (await guests.mergeOf(given)) ? undefined : given;
      const guest = owner && given ? { owner, token: given } : guests.newcomer(usable);
      reply.setCookie(cookieName, guest.token, { ...cookie, maxAge: yearSeconds });
      const tokenHash = hashOf(guest.token);
      return { owner: guest.owner, subnet, tokenHash, isNewcomer: !owner };
    },
    endGuest(request, reply) {
      const given = guestToken(request);
      if (given === undefined) return;
      bus.publish('guest.ended', hashOf(given));
      reply.clearCookie(cookieName, cookie);
    },
  };
}
