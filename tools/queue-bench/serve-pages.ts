import { mkdirSync, mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../build/prepare.ts';

const html = (name: string) =>
  `<!doctype html><meta charset="utf-8"><title>${name}</title><script type="module" src="/${name}.js"></script>`;

/** The pages of the benchmark on a server of their own: local hosts have locks and storage. */
export async function servePages(names: readonly string[]) {
  const cache = join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  const outDir = mkdtempSync(join(cache, 'queue-bench-'));
  const pages = join(root, 'tools/queue-bench/pages');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir,
      copyPublicDir: false,
      target: 'es2022',
      minify: true,
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, join(pages, `${name}.ts`)])),
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://local');
    const name = names.find((one) => pathname === `/${one}.html`);
    if (name) {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(html(name));
      return;
    }
    readFile(join(outDir, pathname)).then(
      (code) => response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(code),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
