import { StorageError } from '../storage-error.ts';
import {
  algorithm,
  amzDate,
  credentialOf,
  encodePath,
  encodeQuery,
  isSameSignature,
  parseAmzDate,
  type SigningKey,
  signRequest,
} from './sigv4.ts';

const week = 604_800;
const allowedClockSkewMs = 15 * 60_000;

/** Returns the path and query of a presigned GET. */
export function presignGet(
  key: SigningKey,
  request: { host: string; path: string; date: Date; expiresSeconds: number; disposition?: string },
): string {
  const dateTime = amzDate(request.date);
  const query: [string, string][] = [
    ['X-Amz-Algorithm', algorithm],
    ['X-Amz-Credential', credentialOf(key, dateTime)],
    ['X-Amz-Date', dateTime],
    ['X-Amz-Expires', String(request.expiresSeconds)],
    ['X-Amz-SignedHeaders', 'host'],
  ];
  if (request.disposition) query.push(['response-content-disposition', request.disposition]);
  const signature = signRequest(key, {
    method: 'GET',
    path: request.path,
    query,
    headers: [['host', request.host]],
    dateTime,
  });
  return `${encodePath(request.path)}?${encodeQuery([...query, ['X-Amz-Signature', signature]])}`;
}

function splitUrl(url: string): { path: string; query: Map<string, string> } {
  const at = url.indexOf('?');
  const query = new Map<string, string>();
  try {
    for (const pair of (at < 0 ? '' : url.slice(at + 1)).split('&')) {
      const [name = '', value = ''] = pair.split('=');
      const decoded = decodeURIComponent(name);
      if (query.has(decoded)) throw new Error('A query parameter occurs twice.');
      query.set(decoded, decodeURIComponent(value));
    }
    return { path: decodeURIComponent(at < 0 ? url : url.slice(0, at)), query };
  } catch {
    throw new StorageError('InvalidArgument', 'The URL is not valid.');
  }
}

function checkTime(dateTime: string, expires: string, now: Date) {
  const date = parseAmzDate(dateTime);
  const seconds = Number(expires);
  if (!date || !Number.isInteger(seconds) || seconds < 1 || seconds > week) {
    throw new StorageError('InvalidArgument', 'X-Amz-Date or X-Amz-Expires is not valid.');
  }
  if (date.getTime() > now.getTime() + allowedClockSkewMs) {
    throw new StorageError('AccessDenied', 'Request is not yet valid.');
  }
  if (now.getTime() > date.getTime() + seconds * 1000) {
    throw new StorageError('AccessDenied', 'Request has expired.');
  }
}

/**
 * Verifies a presigned GET.
 * @param request.hosts possible host names of this server, because a proxy may have changed the
 * Host header
 * @returns the decoded path and the signed disposition
 * @throws StorageError
 */
export function verifyGet(
  key: SigningKey,
  request: {
    method: string;
    url: string;
    headers: Record<string, string | string[] | undefined>;
    hosts: string[];
    now: Date;
  },
): { path: string; disposition: string | undefined } {
  const { path, query } = splitUrl(request.url);
  const parameter = (name: string) => {
    const value = query.get(name);
    if (!value) throw new StorageError('AccessDenied', 'The request is not signed.');
    return value;
  };
  const signature = parameter('X-Amz-Signature');
  const dateTime = parameter('X-Amz-Date');
  const signed = parameter('X-Amz-SignedHeaders').split(';');
  const isKnown =
    parameter('X-Amz-Algorithm') === algorithm &&
    isSameSignature(parameter('X-Amz-Credential'), credentialOf(key, dateTime));
  if (!isKnown || !signed.includes('host')) {
    throw new StorageError('AccessDenied', 'The credential is unknown.');
  }
  const isRight = request.hosts.some((host) =>
    isSameSignature(
      signature,
      signRequest(key, {
        method: request.method,
        path,
        query: [...query].filter(([name]) => name !== 'X-Amz-Signature'),
        headers: signed.map((name) => [
          name,
          name === 'host' ? host : String(request.headers[name] ?? ''),
        ]),
        dateTime,
      }),
    ),
  );
  if (!isRight) throw new StorageError('SignatureDoesNotMatch', 'The signature does not match.');
  checkTime(dateTime, parameter('X-Amz-Expires'), request.now);
  return { path, disposition: query.get('response-content-disposition') };
}
