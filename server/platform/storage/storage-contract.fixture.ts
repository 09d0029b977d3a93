import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import type { SignedUpload, Storage } from './storage.port.ts';

export type OpenStorage = {
  storage: Storage;
  /** makes the file of an accepted upload readable under its key */
  settle: (key: string) => Promise<void>;
  close: () => Promise<void>;
};

const minuteMs = 60_000;
const claim = Buffer.from('["owner","hash","subnet"]').toString('base64url');

export async function postFile({ url, fields }: SignedUpload, file: Buffer, change = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...change })) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(file)]));
  const response = await fetch(url, { method: 'POST', body: form });
  const code = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1];
  return { status: response.status, code };
}

/** Tests that all drivers of the storage pass. They need a server that answers signed requests. */
export function testStorage(name: string, open: () => Promise<OpenStorage>): void {
  describe(`the storage ${name}`, () => {
    let opened: OpenStorage;
    let storage: Storage;
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'lightwell-contract-'));
      opened = await open();
      storage = opened.storage;
    });
    afterAll(async () => {
      await opened?.close();
      await rm(folder, { recursive: true });
    });

    const newKey = () => `uploads/${newId()}.png`;
    const localPath = () => join(folder, newId());

    async function put(key: string, content: Buffer = randomBytes(1000)) {
      const path = localPath();
      await writeFile(path, content);
      await storage.put(key, path);
      return { path, content };
    }

    const listed = async (prefix: string) => {
      const names: string[] = [];
      for await (const found of storage.list(prefix)) names.push(found);
      return names.sort();
    };

    const sign = (key: string, now = new Date()) =>
      storage.signUpload({ key, claim, contentType: 'image/png', maxBytes: 5000, now });

    test.each([1, 1000, 7_000_000])('returns a file of %i bytes unchanged', async (bytes) => {
      const key = newKey();
      const { path, content } = await put(key, randomBytes(bytes));
      expect(await storage.head(key)).toEqual({ bytes, modifiedAt: expect.any(Date) });
      expect((await buffer(await storage.read(key))).equals(content)).toBe(true);
      const copy = localPath();
      await storage.fetchTo(key, copy);
      expect((await readFile(copy)).equals(content)).toBe(true);
      expect((await readFile(path)).equals(content)).toBe(true);
    });

    test('replaces a file, but not the copies of it', async () => {
      const key = newKey();
      const first = await put(key);
      const copy = localPath();
      await storage.fetchTo(key, copy);
      const second = await put(key);
      expect(await buffer(await storage.read(key))).toEqual(second.content);
      expect(await readFile(copy)).toEqual(first.content);
    });

    test('stores the same local file twice', async () => {
      const key = newKey();
      const { path, content } = await put(key);
      await storage.put(key, path);
      expect(await buffer(await storage.read(key))).toEqual(content);
    });

    test('has no file that was never stored, and leaves no copy of it', async () => {
      const missing = expect.objectContaining({ code: 'NoSuchKey' });
      const copy = localPath();
      expect(await storage.head(newKey())).toBeNull();
      await expect(storage.read(newKey())).rejects.toEqual(missing);
      await expect(storage.fetchTo(newKey(), copy)).rejects.toEqual(missing);
      expect(existsSync(copy)).toBe(false);
    });

    test.each(['../uploads/a.png', 'uploads/../a.png', 'uploads/a', 'other/a.png', 'uploads'])(
      'refuses the key %s',
      async (key) => {
        const path = localPath();
        await writeFile(path, 'x');
        await expect(storage.put(key, path)).rejects.toThrow('The key does not exist.');
        await expect(storage.fetchTo(key, localPath())).rejects.toThrow('The key does not exist.');
        await expect(storage.remove([`${key}/../..`])).rejects.toThrow('not a valid storage key');
      },
    );

    test('lists and removes files and folders', async () => {
      const [first, second] = [newId(), newId()];
      const folders = [`records/${first}`, `records/${second}`];
      for (const at of [...folders, `records/${first}-more`]) {
        await put(`${at}/result.png`);
        await put(`${at}/before.webp`);
      }
      const upload = newKey();
      await put(upload);
      expect(await listed(`records/${first}`)).toEqual(['before.webp', 'result.png']);
      const names = await listed('records');
      expect(names).toEqual(expect.arrayContaining([first, second, `${first}-more`]));
      expect(new Set(names).size).toBe(names.length);
      expect(await listed('uploads')).toContain(upload.slice('uploads/'.length));

      await storage.remove([`records/${first}`, upload, newKey(), `records/${newId()}`]);
      expect(await listed(`records/${first}`)).toEqual([]);
      expect(await listed(`records/${first}-more`)).toEqual(['before.webp', 'result.png']);
      expect(await storage.head(upload)).toBeNull();
      await storage.remove([`records/${second}/before.webp`]);
      expect(await listed(`records/${second}`)).toEqual(['result.png']);
      expect(await listed('records')).not.toContain(first);
    });

    test('answers a signed download completely, in part and with a file name', async () => {
      const key = newKey();
      const { content } = await put(key);
      const now = new Date();
      const url = storage.signDownload(key, { now });
      const whole = await fetch(url);
      expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect(whole.headers.get('cache-control')).toBe('private, no-cache');
      expect(Buffer.from(await whole.arrayBuffer())).toEqual(content);
      const part = await fetch(url, { headers: { range: 'bytes=10-19' } });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 10-19/1000']);
      expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(10, 20));
      const etag = whole.headers.get('etag') ?? '';
      expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);

      const named = await fetch(storage.signDownload(key, { now, fileName: "Ä (b) 'c'.png" }));
      expect(named.headers.get('content-disposition')).toBe(
        `attachment; filename="_ _b_ _c_.png"; filename*=UTF-8''%C3%84%20%28b%29%20%27c%27.png`,
      );
      await named.body?.cancel();
    });

    test('signs a download with the same URL within an hour, for at least an hour', async () => {
      const key = newKey();
      await put(key);
      const hour = Math.floor(Date.now() / (60 * minuteMs)) * 60 * minuteMs;
      const at = (ms: number) => storage.signDownload(key, { now: new Date(ms) });
      expect(at(hour)).toBe(at(hour + 59 * minuteMs));
      expect(at(hour)).not.toBe(at(hour + 60 * minuteMs));
      expect((await fetch(at(hour - 1))).status).toBe(200);
      expect((await fetch(at(hour - 60 * minuteMs - 1))).status).toBe(403);
    });

    test('refuses an unsigned or changed download', async () => {
      const [key, other] = [newKey(), newKey()];
      await put(key);
      await put(other);
      const url = storage.signDownload(key, { now: new Date() });
      const attempts = [
        url.slice(0, url.indexOf('?')),
        url.replace(key, other),
        url.replace('X-Amz-Expires=7200', 'X-Amz-Expires=7300'),
        `${url}&response-content-disposition=inline`,
      ];
      for (const attempt of attempts) expect((await fetch(attempt)).status).toBe(403);
      expect((await fetch(storage.signDownload(newKey(), { now: new Date() }))).status).toBe(404);
    });

    test('stores a signed upload (R42)', async () => {
      const key = newKey();
      const content = randomBytes(5000);
      expect(await postFile(sign(key), content)).toEqual({ status: 204, code: undefined });
      await opened.settle(key);
      expect(await buffer(await storage.read(key))).toEqual(content);
      const { headers } = await fetch(storage.signDownload(key, { now: new Date() }));
      expect(headers.get('content-type')).toBe('image/png');
      expect(headers.get('cache-control')).toBe('private, no-cache');
    });

    test('refuses an upload that is too large, empty, changed or late', async () => {
      const key = newKey();
      const content = randomBytes(100);
      const tooLarge = { status: 400, code: 'EntityTooLarge' };
      expect(await postFile(sign(key), randomBytes(5001))).toEqual(tooLarge);
      expect((await postFile(sign(key), Buffer.alloc(0))).status).toBe(400);
      const changes = [
        { key: newKey() },
        { 'Content-Type': 'text/html' },
        { 'x-amz-meta-claim': 'another' },
        { 'x-amz-meta-more': 'x' },
        { 'X-Amz-Signature': '0'.repeat(64) },
      ];
      for (const change of changes) {
        expect((await postFile(sign(key), content, change)).status).toBe(403);
      }
      const late = sign(key, new Date(Date.now() - 11 * minuteMs));
      expect((await postFile(late, content)).status).toBe(403);
      expect(await storage.head(key)).toBeNull();
    });
  });
}
