import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { precompress } from './precompress.ts';

test('writes both compressed forms for text, and none for pictures and pages', async () => {
  const client = await mkdtemp(join(tmpdir(), 'lightwell-build-'));
  onTestFinished(() => rm(client, { recursive: true }));
  const script = 'export const a = 1;\n'.repeat(100);
  await mkdir(join(client, 'assets'));
  await mkdir(join(client, 'pages'));
  await writeFile(join(client, 'assets', 'a.js'), script);
  await writeFile(join(client, 'assets', 'tiny.js'), 'a');
  await writeFile(join(client, 'assets', 'photo.webp'), Buffer.alloc(2000));
  await writeFile(join(client, 'pages', 'home.html'), '<p>'.repeat(1000));
  await writeFile(join(client, 'pages.json'), '[]'.repeat(1000));
  await precompress(client);
  const written = (await readdir(client, { recursive: true })).filter((file) =>
    /\.(br|gz)$/.test(file),
  );
  expect(written.sort()).toEqual(['assets/a.js.br', 'assets/a.js.gz']);
  const read = (ending: string) => readFile(join(client, `assets/a.js${ending}`));
  expect(brotliDecompressSync(await read('.br')).toString()).toBe(script);
  expect(gunzipSync(await read('.gz')).toString()).toBe(script);
});
