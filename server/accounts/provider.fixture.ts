import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  exportJWK,
  generateKeyPair,
  type CryptoKey as JoseKey,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';

/* A local identity provider for tests, with its keys and the tokens that it signs. */

export const projectId = 'demo-lightwell';

type Key = { kid: string; privateKey: JoseKey; publicKey: JoseKey };

async function newKey(kid: string): Promise<Key> {
  return { kid, ...(await generateKeyPair('RS256', { extractable: true })) };
}

const seconds = (ms: number) => Math.floor(ms / 1000);

/** Returns the claims of a token that is issued now. */
export const claimsOf = (changed: Record<string, unknown> = {}): JWTPayload => {
  const now = seconds(Date.now());
  return {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: 'subject-of-ada',
    auth_time: now - 5,
    iat: now - 5,
    exp: now + 3595,
    email: 'ada@example.com',
    email_verified: true,
    ...changed,
  };
};

export async function startProvider() {
  let keys = [await newKey('first')];
  let asked = 0;
  let isDown = false;
  const http: Server = createServer(async (_request, response) => {
    asked += 1;
    if (isDown) {
      response.writeHead(503).end();
      return;
    }
    const set = keys.map(async ({ kid, publicKey }) => ({
      ...(await exportJWK(publicKey)),
      kid,
      alg: 'RS256',
      use: 'sig',
    }));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ keys: await Promise.all(set) }));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const sign = (claims: JWTPayload, { kid, privateKey }: Key, alg = 'RS256') =>
    new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(privateKey);
  return {
    keysUrl: `http://127.0.0.1:${port}/keys`,
    /** returns the number of requests for the provider's keys */
    asked: () => asked,
    goDown() {
      isDown = true;
    },
    /** Replaces the key. Later tokens are signed with the new key. */
    async rotate() {
      keys = [await newKey(`rotated-${asked}`)];
    },
    token(changed: Record<string, unknown> = {}): Promise<string> {
      const [key] = keys;
      if (!key) throw new Error('Expected a key of the provider.');
      return sign(claimsOf(changed), key);
    },
    /** Returns a token that is signed with a foreign key under the provider's key id. */
    async forged(changed: Record<string, unknown> = {}, kid = keys[0]?.kid ?? ''): Promise<string> {
      return sign(claimsOf(changed), await newKey(kid));
    },
    /** Returns a token that is signed with the public key as an HMAC secret. */
    async signedWithPublicKey(): Promise<string> {
      const [key] = keys;
      if (!key) throw new Error('Expected a key of the provider.');
      const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(key.publicKey)));
      return new SignJWT(claimsOf())
        .setProtectedHeader({ alg: 'HS256', kid: key.kid })
        .sign(secret);
    },
    unsigned: (changed: Record<string, unknown> = {}) =>
      new UnsecuredJWT(claimsOf(changed)).encode(),
    close: () => new Promise((resolve) => http.close(resolve)),
  };
}

export type TestProvider = Awaited<ReturnType<typeof startProvider>>;
