import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { s3Config } from '../../../testing/s3.fixture.ts';
import { newId } from '../../ids.ts';
import { type Arrivals, type Storage, uploadLifetimeMs } from '../storage.port.ts';
import { postFile, testStorage } from '../storage-contract.fixture.ts';
import { createS3Storage } from './s3-storage.ts';

function arrivalsOf({ arrivals }: Storage): Arrivals {
  if (!arrivals) throw new Error('Expected uploads that go directly to the store.');
  return arrivals;
}

testStorage('in a bucket', async () => {
  const storage = await createS3Storage(s3Config());
  const arrivals = arrivalsOf(storage);
  return {
    storage,
    async settle(key) {
      expect(await arrivals.take(key)).toBe(true);
    },
    close: async () => {},
  };
});

describe('an upload that goes directly to the bucket', () => {
  let storage: Storage;
  let arrivals: Arrivals;
  beforeAll(async () => {
    storage = await createS3Storage(s3Config());
    arrivals = arrivalsOf(storage);
  });

  async function send(content = Buffer.from('first'), key = `uploads/${newId()}.png`) {
    const upload = { key, claim: 'whose', contentType: 'image/png', maxBytes: 100 };
    const signed = storage.signUpload({ ...upload, now: new Date() });
    expect(await postFile(signed, content)).toMatchObject({ status: 204 });
    return { key, signed };
  }

  test('is not a stored file before the server takes it', async () => {
    const { key } = await send();
    expect(await storage.head(key)).toBeNull();
    const arrival = await arrivals.find(key);
    expect(arrival).toMatchObject({ bytes: 5, contentType: 'image/png', claim: 'whose' });
    expect(await arrivals.take(key)).toBe(true);
    expect(await buffer(await storage.read(key))).toEqual(Buffer.from('first'));
    expect(await arrivals.find(key)).toBeNull();
    expect(await arrivals.take(key)).toBe(false);
  });

  test('cannot change the file after it was taken', async () => {
    const { key, signed } = await send();
    await arrivals.take(key);
    expect(await postFile(signed, Buffer.from('other'))).toMatchObject({ status: 204 });
    expect(await buffer(await storage.read(key))).toEqual(Buffer.from('first'));
  });

  test('is removed by its age if no call names it', async () => {
    const { key } = await send();
    await arrivals.removeBefore(new Date(Date.now() - uploadLifetimeMs));
    expect(await arrivals.find(key)).not.toBeNull();
    await arrivals.removeBefore(new Date(Date.now() + uploadLifetimeMs));
    expect(await arrivals.find(key)).toBeNull();
  });

  test('is allowed for pages of the origin in the rule of the bucket', async () => {
    const { url } = (await send()).signed;
    const ask = (origin: string) =>
      fetch(url, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const allowed = await ask('http://pages.example');
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([
      200,
      'http://pages.example',
    ]);
    expect((await ask('http://other.example')).status).toBe(403);
  });
});

describe('the storage in a bucket', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lightwell-s3-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('lists and removes more files than one answer of the store names', async () => {
    const storage = await createS3Storage(s3Config());
    const at = `records/${newId()}`;
    const path = join(folder, 'file');
    await writeFile(path, 'x');
    const keys = Array.from({ length: 1005 }, (_, n) => `${at}/part-${n}.png`);
    for (let n = 0; n < keys.length; n += 50) {
      await Promise.all(keys.slice(n, n + 50).map((key) => storage.put(key, path)));
    }
    const count = async () => {
      let found = 0;
      for await (const _ of storage.list(at)) found += 1;
      return found;
    };
    expect(await count()).toBe(1005);
    await storage.remove([at]);
    expect(await count()).toBe(0);
  });

  test('does not start with another secret, or in a bucket that does not exist', async () => {
    const config = s3Config();
    const wrong = createS3Storage({ ...config, secretAccessKey: 'wrong' });
    await expect(wrong).rejects.toThrow('S3_ACCESS_KEY_ID: ');
    const missing = createS3Storage({ ...config, bucket: 'nowhere-at-all' });
    await expect(missing).rejects.toThrow(/S3_BUCKET: .* has no bucket nowhere-at-all/);
    const away = createS3Storage({ ...config, endpoint: 'http://127.0.0.1:1' });
    await expect(away).rejects.toThrow('S3_ENDPOINT: http://127.0.0.1:1 cannot be used now');
  });
});
