import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { uploadSignature } from '../../../contract/ai-function.ts';
import { dealStatus } from '../../../contract/deal-status.ts';
import { type AiRecord, aiRecord } from '../../../contract/records.ts';

export const paths = {
  page: '/',
  user: '/v1/user',
  signature: '/v1/file/notAuthSignature/png',
  records: '/v1/ai-function-record',
  detail: (id: string) => `/v1/ai-function-record/detail/${id}`,
  cancel: (id: string) => `/v1/ai-function-record/cancel/${id}`,
  start: '/v1/ai-function/notAuth/dealSave/upscale-2x-fast',
};

export type Sent = { method?: string; headers?: Record<string, string>; body?: string | Buffer };
type Answer = { status: number; headers: Record<string, unknown>; body: Buffer };

const envelope = z.object({ success: z.string(), obj: z.unknown() });

export class Refused extends Error {}

/** A simulated browser with one connection, one call at a time, one cookie and one address. */
export type Visitor = {
  cookie(): string;
  send(path: string, sent?: Sent): Promise<Answer>;
  /** @throws Refused if the answer is not a success */
  call(path: string, sent?: Sent): Promise<unknown>;
  sign(): Promise<z.infer<typeof uploadSignature>>;
  /** Posts the form of the signature with the photo. */
  upload(signed: z.infer<typeof uploadSignature>, photo: Buffer): Promise<void>;
  start(fileKey: string): Promise<AiRecord>;
  /** Waits until the task has succeeded. */
  finish(id: string): Promise<AiRecord>;
  leave(): void;
};

export const startBodyOf = (fileKey: string) =>
  JSON.stringify({ fileKey, idempotencyKey: randomUUID() });

export function formOf(fields: Record<string, string>, photo: Buffer): Sent {
  const boundary = 'boundary-of-bench';
  const part = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
  const texts = Object.entries(fields).map(([name, value]) => `${part(name)}\r\n\r\n${value}\r\n`);
  const body = Buffer.concat([
    Buffer.from(`${texts.join('')}${part('file')}; filename="photo.png"\r\n\r\n`),
    photo,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return { method: 'POST', headers, body };
}

export function createVisitor(url: string, localAddress = '127.0.0.1'): Visitor {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress });
  let cookie = '';

  async function send(path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const all = { ...headers, ...(cookie ? { cookie } : {}) };
    const request = httpRequest(`${url}${path}`, { method, agent, headers: all }, (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      buffer(response).then((body) => resolve({ status, headers: answered, body }), reject);
    });
    request.once('error', reject).end(body);
    const answer = await promise;
    const [set] = z.array(z.string()).catch([]).parse(answer.headers['set-cookie']);
    cookie = set?.split(';')[0] ?? cookie;
    return answer;
  }

  async function call(path: string, sent: Sent = {}): Promise<unknown> {
    const json = sent.body === undefined ? {} : { 'content-type': 'application/json' };
    const { status, body } = await send(path, { ...sent, headers: { ...json, ...sent.headers } });
    const { success, obj } = envelope.parse(JSON.parse(body.toString('utf8')));
    if (success !== '1')
      throw new Refused(`${path} was answered with the status ${status} and the code ${success}`);
    return obj;
  }

  return {
    cookie: () => cookie,
    send,
    call,
    sign: async () => uploadSignature.parse(await call(paths.signature)),
    async upload(signed, photo) {
      const { status } = await send(signed.url, formOf(signed.fields, photo));
      if (status !== 204) throw new Refused(`The upload was answered with the status ${status}`);
    },
    start: async (fileKey) =>
      aiRecord.parse(await call(paths.start, { method: 'POST', body: startBodyOf(fileKey) })),
    async finish(id) {
      for (;;) {
        const record = aiRecord.parse(await call(paths.detail(id)));
        if (record.dealStatus === dealStatus.succeeded) return record;
        if (record.dealStatus > dealStatus.succeeded) throw new Error('the task did not succeed');
        await wait(100);
      }
    },
    leave: () => agent.destroy(),
  };
}
