import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

/** Text and code are compressed. Pictures and fonts are compressed already. */
const compressible = /\.(js|css|json|svg|txt|xml|map|wasm)$/;

/** A smaller file is not compressed, because this would save too little. */
const minBytes = 512;

const forms = [
  ['.br', () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })],
  ['.gz', () => createGzip({ level: 9 })],
] as const;

async function compress(file: string) {
  const { size } = await stat(file);
  if (size < minBytes) return;
  for (const [ending, createStream] of forms) {
    await pipeline(createReadStream(file), createStream(), createWriteStream(file + ending));
    if ((await stat(file + ending)).size >= size) await rm(file + ending);
  }
}

/**
 * Writes `.br` and `.gz` beside the files of the client build. The server sends these files
 * unchanged. Pages are not compressed here, because the server first fills them in.
 */
export async function precompress(client: string): Promise<number> {
  const entries = await readdir(client, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !['pages.json', 'build.json'].some((name) => file === join(client, name)));
  await Promise.all(files.map(compress));
  return files.length;
}
