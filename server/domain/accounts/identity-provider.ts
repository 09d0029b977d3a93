import {
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
  UnsecuredJWT,
} from 'jose';
import { z } from 'zod';
import { AppError } from '../../errors.ts';

/** An account at the provider, as its ID token says. */
export type ProviderAccount = {
  /** the provider's name for it, which never changes */
  subject: string;
  /** null unless the provider has verified it */
  verifiedEmail: string | null;
};

export type IdentityProvider = {
  /**
   * @throws AppError provider_refused for a token that is forged, over or another project's; unavailable
   * while the provider's keys cannot be fetched
   */
  verify(idToken: string): Promise<ProviderAccount>;
};

export type FirebaseSettings = {
  projectId: string;
  /** where the provider publishes its public keys */
  keysUrl: string;
  /** takes unsigned tokens, which only the Auth emulator makes; the configuration allows it for `demo-*` */
  isEmulated: boolean;
};

/** Clocks of the provider and of this machine; somebody whose clock is a day off changes nothing. */
const clockToleranceSeconds = 30;
/** An ID token lives for an hour. */
const maxAgeSeconds = 3600;
/** How long keys are kept; an unknown key is looked for again at most every half minute. */
const keysKeptMs = 6 * 3_600_000;
const keysPauseMs = 30_000;

const claims = z.object({
  sub: z.string().min(1).max(128),
  auth_time: z.number(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
});

const refused = (why: string, cause?: unknown) => new AppError('provider_refused', why, { cause });

/** What is said about a key that a token names; anything else means that there are no keys. */
const isOfToken = (error: unknown) =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported;

/** The provider's keys: kept, and fetched again when a token names one that is not among them. */
function createKeys(url: string): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(url), {
    cacheMaxAge: keysKeptMs,
    cooldownDuration: keysPauseMs,
  });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      if (isOfToken(error)) throw error;
      throw new AppError('unavailable', "the provider's keys cannot be had", { cause: error });
    }
  };
}

function toAccount(payload: JWTPayload, now: Date): ProviderAccount {
  const read = claims.safeParse(payload);
  if (!read.success) throw refused('the token lacks a claim');
  const { sub, auth_time: signedInAt, email, email_verified: isVerified } = read.data;
  const latest = now.getTime() / 1000 + clockToleranceSeconds;
  if (signedInAt > latest) throw refused('nobody has signed in yet');
  return { subject: sub, verifiedEmail: isVerified === true && email ? email : null };
}

/** Firebase Authentication: ID tokens are RS256 JWTs whose claims its documentation lists. */
export function createFirebase(
  { projectId, keysUrl, isEmulated }: FirebaseSettings,
  now: () => Date,
): IdentityProvider {
  const keys = createKeys(keysUrl);
  const expected = () => ({
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    requiredClaims: ['exp', 'iat', 'sub', 'auth_time'],
    maxTokenAge: maxAgeSeconds,
    clockTolerance: clockToleranceSeconds,
    currentDate: now(),
  });

  async function read(idToken: string): Promise<JWTPayload> {
    if (isEmulated) return UnsecuredJWT.decode(idToken, expected()).payload;
    const verified = await jwtVerify(idToken, keys, { ...expected(), algorithms: ['RS256'] });
    return verified.payload;
  }

  return {
    async verify(idToken) {
      try {
        return toAccount(await read(idToken), now());
      } catch (error) {
        if (error instanceof AppError) throw error;
        throw refused('the token is not valid', error);
      }
    },
  };
}

/** Where no provider is configured nobody comes in by one. */
export const noProvider: IdentityProvider = {
  async verify() {
    throw refused('no identity provider is configured');
  },
};
