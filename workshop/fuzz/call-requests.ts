import fc, { type Arbitrary } from 'fast-check';
import type { z } from 'zod';
import { type CallName, calls } from '../../contract/calls.ts';
import { fitting, nearly, odd } from './from-schema.ts';

/** The bytes to write to the socket, and the name of their call. */
export type FuzzRequest = {
  bytes: Buffer;
  call: CallName | null;
  method: string;
  /** true if the request is complete, so that the server must answer */
  isWhole: boolean;
};

/** Ids and cookies that are valid on the server, so that some requests pass the first checks. */
export type Known = { cookie: string; recordId: string; fileKey: string; idempotencyKey: string };

type Call = {
  method: string;
  path: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
};

const text = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const encoded = (value: unknown) => encodeURIComponent(text(value).toWellFormed());

const nothing: Arbitrary<unknown> = fc.constant({});

function withKnown(value: unknown, known: Known, isKnown: boolean): Record<string, unknown> {
  const given = typeof value === 'object' && value !== null ? value : { value };
  const fields = given as Record<string, unknown>;
  if (!isKnown) return fields;
  const { recordId: id, fileKey, idempotencyKey } = known;
  const real: Record<string, unknown> = { id, fileKey, idempotencyKey, code: 'upscale-2x-fast' };
  const replaced = Object.keys(fields).filter((name) => name in real && name !== 'code');
  return { ...fields, ...Object.fromEntries(replaced.map((name) => [name, real[name]])) };
}

const contentType = fc.oneof(
  { arbitrary: fc.constant('application/json'), weight: 8 },
  fc.constantFrom(
    ...['', 'text/plain', 'application/json; charset=klingon', 'application/json;', '/', 'a', '"'],
    ...['multipart/form-data; boundary=b', 'application/x-www-form-urlencoded', 'a/b;c=d;;', '*/*'],
  ),
);

const headerValue = fc
  .string({ unit: 'binary', maxLength: 40 })
  .map((value) => value.replace(/[^\t\x20-\xff]/g, '~').replace(/\x7f/g, '~'));

const extraHeaders = fc.dictionary(
  fc.constantFrom(
    'Accept-Language',
    'Website',
    'Token',
    'If-None-Match',
    'Range',
    'Expect',
    'Origin',
  ),
  fc.oneof(headerValue, fc.constantFrom('de, en;q=0.5', '*', 'bytes=0-', '100-continue')),
  { maxKeys: 3 },
);

export function toBytes(
  line: string,
  headers: Record<string, string>,
  body: Buffer = Buffer.alloc(0),
): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${line} HTTP/1.1\r\nHost: fuzz\r\nConnection: close\r\n${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

/** Requests for one call: some fit its schemas, others violate them. */
function ofCall(name: CallName, known: Known): Arbitrary<FuzzRequest> {
  const call: Call = calls[name];
  const part = (schema: z.ZodObject | undefined) => (schema ? nearly(fitting(schema)) : nothing);
  return fc
    .record({
      params: part(call.params),
      query: part(call.query),
      body: part(call.body),
      isKnown: fc.boolean(),
      hasCookie: fc.boolean(),
      method: fc.oneof(
        { arbitrary: fc.constant(call.method), weight: 12 },
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'QUERY'),
      ),
      type: contentType,
      extra: extraHeaders,
      raw: fc.option(fc.oneof(odd.map(text), fc.json()), { freq: 8 }),
    })
    .map(({ params, query, body, isKnown, hasCookie, method, type, extra, raw }) => {
      const values = withKnown(params, known, isKnown);
      const path = call.path.replace(/\{(\w+)\}/g, (_all, key: string) => encoded(values[key]));
      const search = Object.entries(withKnown(query, known, isKnown))
        .filter(([key, value]) => value !== undefined && key !== 'waitMs')
        .map(([key, value]) => `${encoded(key)}=${encoded(value)}`);
      const sent = raw ?? JSON.stringify(withKnown(body, known, isKnown)) ?? '';
      const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
      const payload = hasBody ? Buffer.from(sent.toWellFormed()) : Buffer.alloc(0);
      const headers = {
        ...extra,
        ...(hasCookie ? { Cookie: known.cookie } : {}),
        ...(hasBody ? { 'Content-Type': type, 'Content-Length': String(payload.length) } : {}),
      };
      const target = search.length > 0 ? `${path}?${search.join('&')}` : path;
      const isMeant = method === call.method;
      return {
        bytes: toBytes(`${method} ${target}`, headers, payload),
        call: isMeant ? name : null,
        method,
        isWhole: true,
      };
    });
}

/** Requests for every call except the one that deletes the record that other requests use. */
export const callRequests = (known: Known): Arbitrary<FuzzRequest> =>
  fc.oneof(...(Object.keys(calls) as CallName[]).map((name) => ofCall(name, known)));
