import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** Something to serve, compressed once per encoding, when it is first asked for. */
export type Content = {
  etag: string;
  as(encoding: Encoding): Promise<Buffer>;
};

/** How much effort compression is worth: `passing` content is compressed for one answer. */
type Kind = 'kept' | 'passing' | 'incompressible';

export function createContent(body: Buffer, { kind }: { kind: Kind }): Content {
  const made = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(body)]]);

  function compress(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'gzip') return toGzip(body);
    const params = {
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_QUALITY]: kind === 'kept' ? constants.BROTLI_MAX_QUALITY : 5,
    };
    return toBrotli(body, { params });
  }

  return {
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    as(wanted) {
      const encoding = kind === 'incompressible' ? 'identity' : wanted;
      const known = made.get(encoding);
      if (known) return known;
      const making = compress(encoding);
      made.set(encoding, making);
      return making;
    },
  };
}

/** The best of ours that the client takes. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  const accepted = (acceptEncoding ?? '').toLowerCase().split(',');
  const takes = (name: string) =>
    accepted.some((part) => part.trim().split(';')[0] === name && !/;\s*q=0(\.0*)?\s*$/.test(part));
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}
