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

export function createContent(
  body: Buffer,
  { isCompressible }: { isCompressible: boolean },
): Content {
  const made = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(body)]]);

  function compress(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'gzip') return toGzip(body);
    return toBrotli(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } });
  }

  return {
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    as(wanted) {
      const encoding = isCompressible ? wanted : 'identity';
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
