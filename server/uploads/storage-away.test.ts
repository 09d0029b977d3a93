import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import type { ApiServer } from '../platform/http/api-server.ts';
import { createDiskStorage } from '../platform/storage/disk/disk-storage.ts';
import { multipart } from '../testing/visitor.fixture.ts';
import { registerStorageRoutes } from './storage.routes.ts';

it('answers an upload with 503 while the database is away, so that the browser may repeat it', async () => {
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
  const server = fastify() as unknown as ApiServer;
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
  const upload = {
    key: 'uploads/a.png',
    claim: 'a',
    contentType: 'image/png',
    maxBytes: 5000,
    now,
  };
  const { url, fields } = storage.signUpload(upload);
  const form = multipart(fields, Buffer.from('photo'));
  const { statusCode, body } = await server.inject({ method: 'POST', url, ...form });
  expect(statusCode).toBe(503);
  expect(body).toContain('<Code>ServiceUnavailable</Code>');
  await server.close();
  await rm(directory, { recursive: true });
});
