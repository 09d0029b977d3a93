import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import type { ApiServer } from '../platform/http/api-server.ts';
import { newRequestId } from '../platform/http/request-id.ts';
import { createLogger } from '../platform/log/logger.ts';
import { createDiskStorage } from '../platform/storage/disk/disk-storage.ts';
import { multipart } from '../testing/visitor.fixture.ts';
import { registerStorageRoutes } from './storage.routes.ts';

/** Sends an upload to a storage whose database is away. Returns the answer and the log. */
async function upload(logLevel: string) {
  const directory = await mkdtemp(join(tmpdir(), 'lightwell-storage-'));
  const publicUrl = 'http://localhost';
  const storage = await createDiskStorage({
    directory,
    secret: 'x'.repeat(32),
    publicUrl,
    baseUrl: '',
  });
  const away = async (): Promise<never> => {
    throw new Error('Failed query', { cause: new Error('Connection terminated unexpectedly') });
  };
  const logged: string[] = [];
  const loggerInstance = createLogger(logLevel, { write: (line) => logged.push(line) });
  const server = fastify({ loggerInstance, genReqId: newRequestId }) as unknown as ApiServer;
  registerStorageRoutes(server, {
    storage,
    gate: { open: async () => true, arrived: away, stored: away, broken: away },
    workDir: directory,
    arrive: () => () => {},
    ensureSpace: async () => {},
    requestsPerMinute: 1000,
    maxFileBytes: () => 10_000,
    now: () => new Date(),
  });
  const now = new Date();
  const { url, fields } = storage.signUpload({
    key: 'uploads/a.png',
    claim: 'a',
    contentType: 'image/png',
    maxBytes: 5000,
    now,
  });
  const form = multipart(fields, Buffer.from('photo'));
  const { statusCode, body } = await server.inject({ method: 'POST', url, ...form });
  await server.close();
  await rm(directory, { recursive: true });
  return { statusCode, body, log: logged.join('') };
}

it('answers an upload with 503 while the database is away, so that the browser may repeat it', async () => {
  const { statusCode, body, log } = await upload('error');
  expect(statusCode).toBe(503);
  expect(body).toContain('<Code>ServiceUnavailable</Code>');
  const [, id] = /<RequestId>([0-9a-f]{12})<\/RequestId>/.exec(body) ?? [];
  expect(log).toContain(`"reqId":"${id}"`);
});

it('names no error id that the log does not have', async () => {
  const { statusCode, body, log } = await upload('silent');
  expect([statusCode, log]).toEqual([503, '']);
  expect(body).not.toContain('RequestId');
});
