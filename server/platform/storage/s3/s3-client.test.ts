import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createS3Storage } from './s3-storage.ts';

test('a store that fails or does not answer is reported as unavailable', async () => {
  let status = 200;
  const store = createServer((_request, response) => response.writeHead(status).end());
  store.listen(0, '127.0.0.1');
  await once(store, 'listening');
  const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
  const storage = await createS3Storage({
    endpoint,
    publicEndpoint: endpoint,
    region: 'local',
    bucket: 'photos',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    forcePathStyle: true,
  });
  const key = 'exports/none.zip';
  const away = { name: 'AppError', code: 'unavailable', message: 'the store does not answer' };

  status = 503;
  await expect(storage.head(key)).rejects.toMatchObject(away);
  status = 403;
  await expect(storage.head(key)).rejects.not.toMatchObject(away);
  status = 404;
  expect(await storage.head(key)).toBeNull();
  store.close();
  store.closeAllConnections();
  await expect(storage.head(key)).rejects.toMatchObject(away);
});
