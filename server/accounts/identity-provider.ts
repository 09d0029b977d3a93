import {
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
  UnsecuredJWT,
} from 'jose';
import { z } from 'zod';
import { AppError } from '../platform/errors.ts';

/** An account at the provider, read from its ID token. */
export type ProviderAccount = {
  /** the provider's permanent id of the account */
  subject: string;
  /** null if the provider has not verified the email address */
  verifiedEmail: string | null;
};

export type IdentityProvider = {
  /**
   * Verifies an ID token.
   * @throws AppError provider_refused for a token that is forged, expired or of another project;
   * unavailable while the provider's keys cannot be fetched
   */
  verify(idToken: string): Promise<ProviderAccount>;
};

export type FirebaseSettings = {
  projectId: string;
  /** URL of the provider's public keys */
  keysUrl: string;
  /**
   * accepts the unsigned tokens of the Auth emulator; the configuration allows this only for
   * projects named `demo-*`
   */
  isEmulated: boolean;
};

/**
 * Tolerated difference between the clocks of the provider and this server. The user's clock does
 * not matter.
 */
const clockToleranceSeconds = 30;
/** Lifetime of an ID token. */
const maxAgeSeconds = 3600;
/** Cache time of the keys. An unknown key id triggers at most one fetch per half minute. */
const keysKeptMs = 6 * 3_600_000;
const keysPauseMs = 30_000;

const claims = z.object({
  sub: z.string().min(1).max(128),
  auth_time: z.number(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
});

const refused = (why: string, cause?: unknown) => new AppError('provider_refused', why, { cause });

/**
 * Returns true for errors about the token's own key. Any other error means that the keys could not
 * be fetched.
 */
const isOfToken = (error: unknown) =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported;

/**
 * Returns the provider's keys. They are cached, and fetched again if a token names an unknown key.
 */
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
      throw new AppError('unavailable', "cannot fetch the provider's keys", { cause: error });
    }
  };
}

function toAccount(payload: JWTPayload, now: Date): ProviderAccount {
  const read = claims.safeParse(payload);
  if (!read.success) throw refused('the ID token lacks a required claim');
  const { sub, auth_time: signedInAt, email, email_verified: isVerified } = read.data;
  const latest = now.getTime() / 1000 + clockToleranceSeconds;
  if (signedInAt > latest) throw refused("the token's sign-in time is in the future");
  return { subject: sub, verifiedEmail: isVerified === true && email ? email : null };
}

/**
 * Verifies tokens of Firebase Authentication. ID tokens are RS256 JWTs with the claims that are
 * listed in its documentation.
 */
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
        throw refused('the ID token is not valid', error);
      }
    },
  };
}

/** Refuses every token if no provider is configured. */
export const noProvider: IdentityProvider = {
  async verify() {
    throw refused('no identity provider is configured');
  },
};
