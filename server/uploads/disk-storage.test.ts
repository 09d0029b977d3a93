import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import type { ApiServer } from '../platform/http/api-server.ts';
import { createDiskStorage } from '../platform/storage/disk/disk-storage.ts';
import { testStorage } from '../platform/storage/storage-contract.fixture.ts';
import { registerStorageRoutes } from './storage.routes.ts';

testStorage('on the disk', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lightwell-disk-'));
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const server = fastify() as unknown as ApiServer;
  const storage = await createDiskStorage({
    directory,
    secret: 'x'.repeat(32),
    publicUrl: url,
    baseUrl: url,
  });
  registerStorageRoutes(server, {
    storage,
    gate: {
      open: async () => true,
      arrived: async () => true,
      stored: async () => {},
      broken: async () => {},
    },
    workDir: directory,
    arrive: () => () => {},
    ensureSpace: async () => {},
    requestsPerMinute: 1000,
    maxFileBytes: () => 10_000,
    now: () => new Date(),
  });
  await server.ready();
  http.on('request', server.routing);
  return {
    storage,
    settle: async () => {},
    close: async () => {
      http.close();
      http.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
});
