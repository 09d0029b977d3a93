import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import sharp from 'sharp';
import { z } from 'zod';
import { compose, type Server } from './compose.ts';
import { readConfig } from './config.ts';
import { createFakeEngine, type FakeEngine } from './fake-engine.fixture.ts';
import { createLogger } from './logger.ts';
import type { OpenDatabase } from './store/database.ts';
import { openTestDatabase } from './store/testing/test-database.fixture.ts';

/** An answer of the API before it is known which call it answers. */
export const anyEnvelope = z.object({
  success: z.string().nullish(),
  msg: z.string().catch(''),
  obj: z.unknown(),
});

/** What the app answers to one request. */
export type Answer = { status: number; success: string; msg: string; obj: unknown };

/** One browser: keeps its cookies. */
export type Visitor = {
  call(method: 'GET' | 'POST' | 'DELETE', url: string, body?: object): Promise<Answer>;
  /** signs an upload and posts the bytes; the upload's key */
  upload(photo: Buffer, format?: string): Promise<string>;
  start(fileKey: string, options?: { code?: string; idempotencyKey?: string }): Promise<Answer>;
  cookies: Record<string, string>;
};

export type TestServer = Server & {
  engine: FakeEngine;
  database: OpenDatabase;
  directory: string;
  clock: { advance(ms: number): void };
  /** the lines of the server's log, at the level of the configuration */
  logged: Record<string, unknown>[];
  visitor(): Visitor;
};

let keys = 0;
export function newKey(): string {
  keys += 1;
  return `idempotency-key-${keys}`;
}

/** A PNG of one colour. */
export const photo = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: '#c07040' } })
    .png()
    .toBuffer();

/** The bytes of a multipart form with the file last, and its content type. */
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

export function createVisitor(server: Pick<Server, 'app'>, address: string): Visitor {
  const cookies: Record<string, string> = {};

  async function call(method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) {
    const request: InjectOptions = { method, url, cookies, remoteAddress: address };
    const response = await server.app.inject(body ? { ...request, payload: body } : request);
    for (const { name, value } of response.cookies) cookies[name] = value;
    const { success, msg, obj } = anyEnvelope.parse(response.json());
    return { status: response.statusCode, success: success ?? '', msg, obj };
  }

  return {
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
    start: (fileKey, { code = 'upscale-2x-fast', idempotencyKey = newKey() } = {}) =>
      call('POST', `/v1/ai-function/notAuth/dealSave/${code}`, { fileKey, idempotencyKey }),
  };
}

/** The whole server on an in-memory database and a temporary directory; stop it when done. */
export async function startTestServer(
  options: {
    env?: Record<string, string>;
    clientDir?: string;
    freeBytes?: () => Promise<number>;
  } = {},
): Promise<TestServer> {
  const directory = await mkdtemp(join(tmpdir(), 'lightwell-test-'));
  const config = readConfig({ DATA_DIR: directory, STOP_GRACE_SECONDS: '0', ...options.env });
  const database = await openTestDatabase();
  const engine = createFakeEngine();
  const logged: Record<string, unknown>[] = [];
  let offset = 0;
  let addresses = 0;
  const server = await compose({
    config,
    logger: createLogger(config.logLevel, { write: (line) => logged.push(JSON.parse(line)) }),
    dataDir: { path: directory, instanceId: 'test' },
    database,
    engine,
    clientDir: options.clientDir ?? join(directory, 'client'),
    now: () => new Date(Date.now() + offset),
    ...(options.freeBytes ? { freeBytes: options.freeBytes } : {}),
  });
  return {
    ...server,
    engine,
    database,
    directory,
    logged,
    clock: {
      advance(ms) {
        offset += ms;
      },
    },
    visitor() {
      addresses += 1;
      return createVisitor(server, `10.0.0.${addresses}`);
    },
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
