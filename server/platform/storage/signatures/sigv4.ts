import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Implements AWS Signature Version 4, for presigned POST and presigned GET only. */

export type SigningKey = { accessKeyId: string; secret: string; region: string };

export const algorithm = 'AWS4-HMAC-SHA256';

const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Returns a date as `20261120T101500Z`. */
export const amzDate = (date: Date) => `${date.toISOString().replace(/[-:]|\.\d{3}/g, '')}`;

/** Parses a date like `20261120T101500Z`. Returns null for any other text. */
export function parseAmzDate(text: string): Date | null {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!parts) return null;
  const [, year, month, day, hour, minute, second] = parts;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}

const scopeOf = (key: SigningKey, dateTime: string) =>
  `${dateTime.slice(0, 8)}/${key.region}/s3/aws4_request`;

export const credentialOf = (key: SigningKey, dateTime: string) =>
  `${key.accessKeyId}/${scopeOf(key, dateTime)}`;

/**
 * Signing key of the current day. It is cached, because deriving it from the secret takes four
 * hashes.
 */
let derived: { key: SigningKey; day: string; bytes: Buffer } | undefined;

function derivedKey(key: SigningKey, day: string): Buffer {
  if (derived?.key === key && derived.day === day) return derived.bytes;
  const dateKey = hmac(`AWS4${key.secret}`, day);
  const bytes = hmac(hmac(hmac(dateKey, key.region), 's3'), 'aws4_request');
  derived = { key, day, bytes };
  return bytes;
}

/** Signs a policy (base64) or a string to sign. Returns hexadecimal digits. */
export function sign(key: SigningKey, dateTime: string, text: string): string {
  return hmac(derivedKey(key, dateTime.slice(0, 8)), text).toString('hex');
}

/** Compares two signatures in a time that depends only on their length, which is not secret. */
export function isSameSignature(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Percent-encodes a text according to RFC 3986, which is stricter than encodeURIComponent. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export const encodePath = (path: string) => path.split('/').map(encode).join('/');

export const encodeQuery = (query: [string, string][]) =>
  query
    .map(([name, value]): [string, string] => [encode(name), encode(value)])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

export type PresignedRequest = {
  method: string;
  /** decoded path */
  path: string;
  /** decoded parameters without X-Amz-Signature */
  query: [string, string][];
  /** signed headers: lower-case names, and values */
  headers: [string, string][];
  dateTime: string;
};

export function signRequest(key: SigningKey, request: PresignedRequest): string {
  const headers = [...request.headers].sort(([a], [b]) => (a < b ? -1 : 1));
  const canonical = [
    request.method,
    encodePath(request.path),
    encodeQuery(request.query),
    ...headers.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, ' ')}`),
    '',
    headers.map(([name]) => name).join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const scope = scopeOf(key, request.dateTime);
  return sign(
    key,
    request.dateTime,
    [algorithm, request.dateTime, scope, sha256(canonical)].join('\n'),
  );
}
