import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number] | 'identity';

/** A complete page to serve. It is compressed on the first request for each encoding. */
export type Content = {
  etag: string;
  as(encoding: Encoding): Promise<Buffer>;
};

/**
 * Creates the content of a page.
 * @param isKept true: the content serves many answers, so it is compressed with the highest effort
 */
export function createContent(body: Buffer, { isKept }: { isKept: boolean }): Content {
  const made = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(body)]]);

  function compress(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'gzip') return toGzip(body);
    const params = {
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_QUALITY]: isKept ? constants.BROTLI_MAX_QUALITY : 5,
    };
    return toBrotli(body, { params });
  }

  return {
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    as(encoding) {
      const known = made.get(encoding);
      if (known) return known;
      const making = compress(encoding);
      made.set(encoding, making);
      return making;
    },
  };
}

/** Returns the available encoding that the client prefers. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  const chosen = negotiate((acceptEncoding ?? '').toLowerCase(), [...encodings]);
  return encodings.find((encoding) => encoding === chosen) ?? 'identity';
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, '');

/** Returns true if the client already has this content (If-None-Match, RFC 9110, 13.1.2). */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
