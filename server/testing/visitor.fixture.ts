import type { InjectOptions } from 'fastify';
import sharp from 'sharp';
import { z } from 'zod';
import type { OptionValues } from '../../machines/model/functions.ts';
import type { Server } from '../composition/compose.ts';

/** Schema of the envelope of any call. */
export const anyEnvelope = z.object({
  success: z.string().nullish(),
  msg: z.string().catch(''),
  obj: z.unknown(),
  errorId: z.string().optional(),
});

/** Status and envelope of an answer. */
export type Answer = {
  status: number;
  success: string;
  msg: string;
  obj: unknown;
  errorId?: string;
};

/** One browser, which keeps its cookies and the token of its user. */
export type Visitor = {
  /** sends `payload` as the client does: in the body of a POST, otherwise in the query (R31) */
  call(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object): Promise<Answer>;
  /** token that is sent with every call; empty for a guest */
  token: string;
  /** signs an upload, posts the bytes, and returns the upload's key */
  upload(photo: Buffer, format?: string): Promise<string>;
  start(
    fileKey: string,
    start?: {
      code?: string;
      idempotencyKey?: string;
      name?: string;
      madeFrom?: string;
      options?: OptionValues;
    },
  ): Promise<Answer>;
  cookies: Record<string, string>;
};

/** Headers of a browser other than cookies. */
type VisitorHeaders = Record<string, string>;

let keys = 0;
export function newKey(): string {
  keys += 1;
  return `idempotency-key-${keys}`;
}

/** Returns a PNG of one colour. */
export const photo = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#c07040' } })
    .png()
    .toBuffer();

/** Returns the content type and the bytes of a multipart form. The file is the last field. */
export function multipart(
  fields: Record<string, string>,
  file: Buffer,
  boundary = 'boundary-of-test',
) {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="photo"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([
    Buffer.from(parts.join('') + head),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

function payloadOptions(method: string, payload?: object): InjectOptions {
  if (!payload) return {};
  if (method === 'POST') return { payload };
  const present = Object.entries<unknown>({ ...payload }).filter(
    ([, value]) => value !== undefined,
  );
  return { query: Object.fromEntries(present.map(([name, value]) => [name, String(value)])) };
}

export function createVisitor(
  server: Pick<Server, 'app'>,
  address: string,
  headers: VisitorHeaders = {},
): Visitor {
  const cookies: Record<string, string> = {};

  const call: Visitor['call'] = async (method, url, payload) => {
    const request: InjectOptions = {
      method,
      url,
      cookies,
      remoteAddress: address,
      headers: { ...headers, token: visitor.token },
    };
    const response = await server.app.inject({ ...request, ...payloadOptions(method, payload) });
    for (const { name, value, maxAge, expires } of response.cookies) {
      if (maxAge === 0 || (expires && expires.getTime() < Date.now())) delete cookies[name];
      else cookies[name] = value;
    }
    const { success, msg, obj, errorId } = anyEnvelope.parse(response.json());
    return {
      status: response.statusCode,
      success: success ?? '',
      msg,
      obj,
      ...(errorId && { errorId }),
    };
  };

  const visitor: Visitor = {
    token: '',
    cookies,
    call,
    async upload(bytes, format = 'png') {
      const { obj } = await call('GET', `/v1/file/notAuthSignature/${format}`);
      const signed = obj as { url: string; fields: Record<string, string>; fileKey: string };
      const response = await server.app.inject({
        method: 'POST',
        url: signed.url,
        remoteAddress: address,
        ...multipart(signed.fields, bytes),
      });
      if (response.statusCode !== 204) throw new Error(response.body);
      return signed.fileKey;
    },
    start: (
      fileKey,
      { code = 'upscale-2x-fast', idempotencyKey = newKey(), name, madeFrom, options } = {},
    ) =>
      call('POST', `/v1/ai-function/${visitor.token ? '' : 'notAuth/dealSave/'}${code}`, {
        fileKey,
        idempotencyKey,
        name,
        madeFrom,
        options,
      }),
  };
  return visitor;
}
