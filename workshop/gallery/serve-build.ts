import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { openBuild } from '../../server/platform/process/process-build.ts';
import { dist } from '../../tools/build/prepare.ts';
import { dataFolder, galleryFile } from './data-files.ts';
import type { Gallery } from './states.ts';

const client = openBuild(dist, 'development');

const mimes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

export type ServedBuild = { url: string; stop: () => Promise<void> };

async function answer(path: string, gallery: Gallery, response: ServerResponse) {
  if (path.startsWith(dataFolder)) {
    const json = galleryFile(path, gallery);
    response.writeHead(json === null ? 404 : 200, { 'content-type': mimes['.json'] });
    response.end(json);
    return;
  }
  const file = join(client, path);
  if (!file.startsWith(client) || !existsSync(file) || !statSync(file).isFile()) {
    response.writeHead(404).end();
    return;
  }
  response.setHeader('content-type', mimes[extname(file)] ?? 'application/octet-stream');
  response.setHeader('cache-control', 'max-age=3600');
  response.end(await readFile(file));
}

/** Serves the last build on a free port. Frames need nothing else. */
export async function serveBuild(gallery: Gallery): Promise<ServedBuild> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    answer(path, gallery, response).catch((error: unknown) => response.destroy(error as Error));
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
